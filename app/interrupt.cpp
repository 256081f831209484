#include "app/interrupt.h"

#include <csignal>

namespace lightsout {
namespace {

// Signals belong to the process, and a handler can reach nothing that is not global.
std::atomic<bool> interrupted = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

const std::atomic<bool>& catch_interrupts() {
  struct sigaction action = {};
  action.sa_handler = [](int) { interrupted.store(true); };
  action.sa_flags = int(SA_RESETHAND);  // and no SA_RESTART
  sigemptyset(&action.sa_mask);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaction(signal, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  return interrupted;
}

}  // namespace lightsout
