// Processes that controllers leave behind. The program adopts them (it is their subreaper) and ends them; when the
// program itself is killed, a guard does so: a small process that waits for that and for nothing else.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>

#include "engine/programs/file_descriptor.h"

namespace lightsout {

// Kills and reaps those children of this program that carry `marker` ("NAME=value") in their environment, and theirs.
// Costs nothing when the program has no children.
void kill_marked_children(const std::string& marker);

// Lives in a process of its own. When this program dies, however it dies, the guard kills the process groups that it
// was told of and every process that has `marker` in its environment.
class Guard {
 public:
  explicit Guard(const std::string& marker);
  // Nothing is killed: whoever ends in order has ended its controllers.
  ~Guard();
  void add_group(pid_t group) { tell(group); }
  void remove_group(pid_t group) { tell(-group); }

 private:
  void tell(pid_t message);
  FileDescriptor link_;
};

}  // namespace lightsout
