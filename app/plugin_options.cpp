#include "app/plugin_options.h"

#include "app/options.h"

namespace lightsout {

void add_plugin_options(CLI::App& command, PluginSettings& settings) {
  command.add_option("--run-file", settings.run_file, "Run file (run.yaml): dynamics passes, joint callbacks")
      ->type_name("FILE");
  add_whole_number<int>(command, "--passes", settings.passes,
                        "Dynamics steps per basic step; default: the run file's, else 1", 1, 100000);
  add_duration(command, "--plugin-timeout", settings.timeout_s,
               "Wall-clock time that one call into a plugin may take; 0s: for ever; default 60s");
  command.add_flag("--plugin-guard", settings.guard,
                   "Simulate in a child process, so that whatever a plugin does to it, this one reports it");
  command
      .add_option("--plugin-drawing", settings.drawing, "Write what the physics plugin draws, a line of JSON per step")
      ->type_name("FILE");
  command
      .add_option(
          "--plugin-collisions", settings.collisions,
          "Write the pairs of solids for which the physics plugin's collide() returned 2, a line of JSON per step")
      ->type_name("FILE");
  command
      .add_option("--law-files", settings.law_files,
                  "The folder in which joint callbacks may write files; without it they may not")
      ->type_name("DIR");
}

}  // namespace lightsout
