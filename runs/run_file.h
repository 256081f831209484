// A run file (run.yaml) says all that a run is: each key of the table in run_options.h, and joint_callbacks, which bind
// laws to joints.
#pragma once

#include <string>

#include "runs/run_settings.h"
#include "world_format/diagnostic.h"

namespace lightsout {

// Adds what the file says to the settings. Relative paths start at its folder, or at that which its key `folder` names.
// What is wrong is reported as bad-run-file at its place, and left out.
void read_run_file(const Source& source, RunSettings& settings, Diagnostics& diagnostics);

// A run file that says the same, read from anywhere.
std::string write_run_file(const RunSettings& settings);

// For editors: JSON Schema of run files.
std::string run_file_schema();

}  // namespace lightsout
