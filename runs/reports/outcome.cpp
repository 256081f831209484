// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/reports/outcome.h"

#include "world_format/nodes/node.h"

namespace lightsout {

Ending or_interrupted(Ending ending, bool interrupted) {
  if (!interrupted || ending.outcome != Outcome::EnvironmentFailed) return ending;
  return {Outcome::Interrupted, "interrupted by a signal: " + ending.message};
}

Outcome outcome_of(Stop::Kind kind) {
  switch (kind) {
    case Stop::Kind::Done:
      return Outcome::Done;
    case Stop::Kind::BadWorld:
      return Outcome::BadWorld;
    case Stop::Kind::DoesNotFit:
      return Outcome::WrongUse;
    case Stop::Kind::ControllerFailed:
      return Outcome::ControllerFailed;
    case Stop::Kind::PluginFailed:
      return Outcome::PluginFailed;
    case Stop::Kind::Diverged:
      return Outcome::Diverged;
    case Stop::Kind::Cut:
      return Outcome::Interrupted;
  }
  return Outcome::Done;
}

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Done:
      return "done";
    case Outcome::WrongUse:
      return "wrong-use";
    case Outcome::BadWorld:
      return "bad-world";
    case Outcome::ControllerFailed:
      return "controller-failed";
    case Outcome::PluginFailed:
      return "plugin-failed";
    case Outcome::Diverged:
      return "diverged";
    case Outcome::NotReproducible:
      return "not-reproducible";
    case Outcome::Interrupted:
      return "interrupted";
    case Outcome::EnvironmentFailed:
      return "environment-failed";
    case Outcome::ExpectationFailed:
      return "expectation-failed";
    case Outcome::OutOfTime:
      return "out-of-time";
    case Outcome::Quit:
      return "quit";
  }
  return "";
}

std::string_view meaning_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::Done:
      return "the duration was reached, or every controller ended with success";
    case Outcome::WrongUse:
      return "the command line, a file that it names or what it asks for makes no sense";
    case Outcome::BadWorld:
      return "the world has errors; each was shown with its place";
    case Outcome::ControllerFailed:
      return "a controller crashed, hung, exited with a code, or could not be started";
    case Outcome::PluginFailed:
      return "a physics plugin or a joint callback failed";
    case Outcome::Diverged:
      return "a pose or velocity became NaN, infinite or absurd";
    case Outcome::NotReproducible:
      return "`--verify` found a difference between two runs";
    case Outcome::Interrupted:
      return "SIGINT, SIGTERM, SIGHUP or SIGQUIT";
    case Outcome::EnvironmentFailed:
      return "a file, a process or memory was not to be had";
    case Outcome::ExpectationFailed:
      return "the run was done, and something that was expected of it did not hold";
    case Outcome::OutOfTime:
      return "the run took longer than `--wall-limit`";
    case Outcome::Quit:
      return "a supervisor has quit the simulation: the code is its status";
  }
  return "";
}

}  // namespace lightsout
