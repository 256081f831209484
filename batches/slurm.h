// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Batches on a cluster: a job array of Slurm over the folder of the batch, which lies on a disk that all machines
// share. A task makes a part of the runs, as `lightsout batch --shard` does.
#pragma once

#include <string>

#include "batches/batch.h"

namespace lightsout {

struct SlurmSettings {
  std::string partition, time;  // as sbatch takes them, "" for the cluster's own
  int most_tasks = 1000;        // of an array
  int chunk = 100;              // runs of a task, more if there were too many tasks
};

// Submits the tasks of which runs are missing; the exit code.
int submit_to_slurm(const BatchSettings& settings, const SlurmSettings& slurm, BatchView& view);
// What is there, what is missing, what the cluster does about it; the exit code.
int show_status(const std::filesystem::path& folder, BatchView& view);
// Takes what was submitted back; the exit code.
int cancel_submitted(const std::filesystem::path& folder, BatchView& view);

}  // namespace lightsout
