// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Whoever lies, stalls or knocks without end at a run that listens costs its own robot alone, and the others nothing:
// neither time nor a bit.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/wire/block.h"
#include "controllers/wire/extern.h"
#include "controllers/wire/message.h"
#include "controllers/wire/remote.h"
#include "controllers/wire/version.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

// Speaks as controllers/wire/remote.h says, as far as it likes: strangers.py PORT ROBOT WHAT.
const char strangers[] = R"(
import random, socket, struct, sys, time
port, robot, what = int(sys.argv[1]), sys.argv[2], sys.argv[3]
luck = random.Random(what)
def knock(hello):
    end = socket.create_connection(('127.0.0.1', port), 10)
    end.settimeout(30)
    end.sendall(hello)
    return end
hello = struct.pack('<II256s128s', MAGIC, VERSION, robot.encode(), b'')
if what == 'floods':  # more than the run looks at, whole and half, of which none is answered
    for i in range(600):
        try: socket.create_connection(('127.0.0.1', port), 10).sendall(hello[:luck.choice((0, 8, 200))])
        except OSError: pass
    sys.exit()
if what == 'knocks':  # many too much for a robot that has its controller, or is none
    for i in range(60): knock(hello).recv(1)
    sys.exit()
end = knock(hello)
assert end.recv(1) == bytes([REMOTE])
def read(size):
    data = b''
    while len(data) < size:
        part = end.recv(size - len(data))
        if not part: sys.exit()
        data += part
    return data
def hear():
    global turn
    size, kind, turn = struct.unpack('<III', read(12))
    return read(size)
image, turn = struct.unpack('<II', hear()[:8])[1], 0
def run(offset, data): return struct.pack('<II', offset, len(data)) + data
def say(runs=b'', box=b'', request=1):
    difference = run(24, struct.pack('<ii', request, 16)) + runs + struct.pack('<I', 0xffffffff)
    body = struct.pack('<I', len(difference)) + difference + struct.pack('<I', len(box)) + box
    end.sendall(struct.pack('<III', len(body), SAID, turn) + body)
for i in range(3): say(); hear()
if what == 'stalls': time.sleep(30)
if what == 'halves': end.sendall(struct.pack('<III', 1000, SAID, turn) + bytes(100)); time.sleep(30)
if what == 'noise': end.sendall(luck.randbytes(50000))
if what == 'long': end.sendall(struct.pack('<III', 0xffffffff, SAID, turn) + bytes(100000))
if what == 'interrupts':
    for i in range(100): say()
if what == 'scribbles':
    for i in range(500):
        at = luck.randrange(0, image // 4) * 4
        say(run(at, luck.randbytes(4 * min(luck.choice((1, 2, 8)), (image - at) // 4)))); hear()
if what == 'commands':  # behind the head: what its devices are told
    for i in range(500):
        at = luck.randrange(200, image // 4) * 4
        say(run(at, struct.pack('<I', luck.choice((0, 1, 0xffffffff, 0x7fffffff, 0x7ff80000))))); hear()
if what == 'talks':  # one message that has no end
    box = struct.pack('<IHH', 0x0fffffff, WARNING, 0) + bytes(8000)
    while True: say(run(64, struct.pack('<II', len(box), 1)), box, 2); hear()
if what == 'messages':  # a message that terminals would obey, then whatever
    text = b'\x1b[2Jred \x07'
    for i in range(200):
        box = struct.pack('<IHH', len(text), WARNING, 0) + text if i == 0 else luck.randbytes(luck.randrange(300))
        box += bytes(-len(box) % 8)
        say(run(64, struct.pack('<I', len(box))), box, luck.choice((1, 2))); hear()
)";

const char good[] = R"(
from controller import Supervisor
robot = Supervisor()
open('there', 'w').close()  # its robot is taken
motor, camera = robot.getDevice('motor'), robot.getDevice('camera')
camera.enable(16)
motor.setPosition(float('inf')); motor.setVelocity(3)
for i in range(150):
    assert robot.step(16) == 0
    if i == 70: robot.simulationReset()
    if i % 10 == 0: print(i, robot.getTime(), [x.hex() for x in robot.getFromDef('ARM').getOrientation()], sum(camera.getImage()))
print('whole', flush=True)
)";

std::string robot(std::string_view name, int place) {
  return fmt::format(
      R"(DEF {0} Robot {{ translation 0 {1} 0 name "{0}" controller "<extern>" supervisor {2}
  children [ Camera {{ width 64 height 64 }} Emitter {{ }} Receiver {{ }} GPS {{ }} LED {{ }} Display {{ }} Pen {{ }}
    HingeJoint {{ device RotationalMotor {{ name "motor" }}
      endPoint {3}Solid {{ boundingObject Box {{ size 0.1 0.2 0.3 }} physics Physics {{ }} }} }} ] }}
)",
      name, 10 * place, place % 2 == 0 ? "TRUE" : "FALSE", place == 0 ? "DEF ARM " : "");
}

// What the good one says beside these.
std::string said_beside(const std::vector<std::string>& others, std::string& log) {
  const TemporaryFolder folder;
  std::string world = "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 gravity 0 }\n" + robot("good", 0);
  std::string all;
  for (int i = 0; i < int(others.size()); ++i) {
    const bool has_robot = others[i] != "floods" && others[i] != "knocks";
    const std::string name = has_robot ? fmt::format("r{}", i) : "good";
    if (has_robot) world += robot(name, i + 1);
    all += fmt::format("python3 strangers.py $port {} {} >/dev/null 2>&1 & ", name, others[i]);
  }
  write_file(folder / "w.wbt", world);
  write_file(folder / "good.py", good);
  write_file(folder / "strangers.py", fmt::format("MAGIC, VERSION, REMOTE, SAID, WARNING = {}, {}, {}, {}, {}\n{}",
                                                  LO_EXTERN_MAGIC, LO_BLOCK_VERSION, int(LO_EXTERN_REMOTE),
                                                  int(LO_REMOTE_SAID), int(LO_MESSAGE_WARNING), strangers));
  write_file(folder / "go.sh", fmt::format(R"(mkfifo urls
{0} run w.wbt --listen 0 --extern-urls -q --on-controller-failure continue --controller-timeout 2s \
  --extern-timeout 60s --limit message_bytes=100000 >urls 2>log & run=$!
exec 3<urls
while read -r url <&3; do case $url in tcp:*/good) break;; esac; done
port=${{url#tcp://127.0.0.1:}}; port=${{port%/good}}
cat <&3 >/dev/null &
(timeout 100 sh -c 'until test -e there; do sleep 0.05; done'; {1} true) &
WEBOTS_CONTROLLER_URL=$url {0} attach good.py
wait $run; echo ended $?
)",
                                           LIGHTSOUT_EXECUTABLE, all));
  const ProgramResult result =
      run_program("bash", {"go.sh"},
                  {.directory = folder.path(), .environment = {"TMPDIR=" + folder.path().string()}, .timeout = 120});
  log = read_file(folder / "log") + result.err;
  return result.out;
}

int count(const std::string& text, const std::string& part) {
  int times = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; ++at) ++times;
  return times;
}

}  // namespace

TEST_CASE("strangers at a run that listens cost their own robots alone, and no bit of the others") {
  std::string log;
  const std::string alone = said_beside({}, log);
  {
    CAPTURE(log);
    REQUIRE(alone.ends_with("whole\nended 0\n"));
  }
  const std::vector<std::string> others = {"stalls",    "halves",   "noise", "long",     "interrupts", "stalls",
                                           "scribbles", "commands", "talks", "messages", "floods",     "knocks"};
  std::string beside = said_beside(others, log);
  CAPTURE(log);
  CHECK(beside.ends_with("whole\nended 4\n"));
  beside.replace(beside.rfind("ended 4"), 7, "ended 0");
  CHECK(beside == alone);
  // Three that give no answer, in their time together.
  CHECK(count(log, "gave no answer for 2 s") == 3);
  CHECK(log.find("sent a frame of 4294967295 bytes") != std::string::npos);
  CHECK(log.find("spoke out of turn") != std::string::npos);
  CHECK(log.find("r8: controller \"<extern>\" reached a limit: the controller of r8 asks at too great length") !=
        std::string::npos);
  // What terminals obey is not printed, and who knocks for ever fills no log.
  CHECK(log.find("?[2Jred ?") != std::string::npos);
  CHECK(log.find('\x1b') == std::string::npos);
  CHECK(count(log, "was turned away") == 21);
  CHECK(count(log, "no more are reported") == 1);
}
