// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A controller in a container of its own: another network, other processes, other files, which finds its run by TCP
// alone.
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/optional.h"
#include "tests/support/program.h"

using namespace lightsout;

namespace {

// By `ip netns` and bubblewrap, which a container is made of: a pair of network devices leads from here to there.
// Whether that can be made depends on privileges, and on the kernel.
const char* const container = R"(
name=lo$$ here=l$$h there=l$$t
in_container() {
  ip netns exec $name bwrap --unshare-pid --unshare-ipc --unshare-uts --hostname elsewhere --die-with-parent --clearenv \
    --ro-bind /usr /usr --symlink usr/bin /bin --symlink usr/lib /lib --symlink usr/lib64 /lib64 --proc /proc --dev /dev \
    --tmpfs /tmp --ro-bind "$home" /opt/lightsout --ro-bind "$PWD/controllers" /controllers --chdir /controllers \
    --setenv PATH /usr/bin --setenv WEBOTS_HOME /opt/lightsout --setenv PYTHONPATH /opt/lightsout/lib/controller/python \
    --setenv PYTHONDONTWRITEBYTECODE 1 --setenv LIGHTSOUT_TOKEN "$LIGHTSOUT_TOKEN" "$@"
}
begin() {
  ip netns add $name && trap 'ip netns del $name' EXIT &&
    ip link add $here type veth peer name $there netns $name && ip addr add 10.129.7.1/24 dev $here &&
    ip -6 addr add fd29:7::1/64 dev $here nodad && ip link set $here up &&
    ip -n $name addr add 10.129.7.2/24 dev $there && ip -n $name -6 addr add fd29:7::2/64 dev $there nodad &&
    ip -n $name link set $there up && ip -n $name link set lo up && in_container true
}
)";

std::string world(const std::string& looks) {
  return "#VRML_SIM R2025a utf8\nWorldInfo { basicTimeStep 16 }\nViewpoint { }\n"
         "DEF BALL Solid { translation 0.5 0 0.1 children [ DEF B Shape { appearance PBRAppearance { } geometry Sphere "
         "{ "
         "radius 0.1 } } ] boundingObject USE B physics Physics { } }\n"
         "Robot { name \"looker\" supervisor TRUE controller \"" +
         looks + "\" children [ Camera { width 32 height 24 } Accelerometer { } ] }\n";
}

}  // namespace

TEST_CASE("a controller in a container with its own network makes the same run, by IPv4 and IPv6") {
  if (!has_parts("ip") || !has_parts("bwrap")) return;
  TemporaryFolder folder;
  std::filesystem::create_directories(folder / "worlds");
  std::filesystem::create_directories(folder / "controllers/looks");
  write_file(folder / "worlds/here.wbt", world("looks"));
  write_file(folder / "worlds/there.wbt", world("<extern>"));
  // What it does follows from all that it sees, hears and asks.
  write_file(
      folder / "controllers/looks/looks.py",
      "import socket\nfrom controller import Supervisor\nrobot = Supervisor()\ncamera = robot.getDevice('camera')\n"
      "camera.enable(16)\nball = robot.getFromDef('BALL')\n"
      "for i in range(30):\n    robot.step(16)\n    image = camera.getImage()\n"
      "    ball.addForce([sum(image) % 97 - 48, ball.getPosition()[2], 5], False)\n"
      "if socket.gethostname() == 'elsewhere':\n    print([each[1] for each in socket.if_nameindex()][0])\n");
  const auto shell = [&](const std::string& script) {
    const std::string head = "export PATH=" LIGHTSOUT_BUILD_DIR "/bin:$PATH; home=" LIGHTSOUT_HOME "\n";
    return run_program("bash", {"-c", head + container + script}, {.directory = folder.path(), .timeout = 120});
  };
  const ProgramResult can = shell("begin");
  if (can.exit_code != 0) {
    WARN("skipped: no network can be made here: " << can.err);
    return;
  }
  const std::string hash = shell("lightsout run worlds/here.wbt -q --hash").out;
  REQUIRE(hash.size() == 17);
  const auto [listen, address] = GENERATE(table<std::string, std::string>({{"0.0.0.0:0", "10.129.7.1"},
                                                                           {"10.129.7.1:0", "10.129.7.1"},
                                                                           {"[::]:0", "[fd29:7::1]"},
                                                                           {"[::]:0", "10.129.7.1"}}));
  const ProgramResult result = shell(
      "begin; export LIGHTSOUT_TOKEN=0123456789abcdef\n"
      "lightsout run worlds/there.wbt -q --hash --extern-urls --extern-timeout 60s --listen '" +
      listen +
      "' >urls & until grep -q ^tcp urls; do sleep 0.05; done; port=$(sed -n 's/^tcp.*:\\([0-9]*\\)\\/.*/\\1/p' urls)\n"
      "in_container env WEBOTS_CONTROLLER_URL=tcp://" +
      address + ":$port/looker python3 looks/looks.py\nwait %1; tail -n 1 urls");
  CAPTURE(listen, address, result.err);
  CHECK(result.out == "lo\n" + hash);
}
