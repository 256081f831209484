// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The sample of a robot that is driven over TCP by a program outside (worlds/sockets/tcp_robot.wbt): time passes by its
// requests alone, so that the run is the same however fast it is.
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <string>

#include "tests/support/program.h"

using namespace lightsout;

namespace {

// One that was free a moment ago.
int free_port() {
  const int fd = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), size) == 0);
  REQUIRE(::getsockname(fd, reinterpret_cast<sockaddr*>(&address), &size) == 0);
  ::close(fd);
  return ntohs(address.sin_port);
}

// The port is printed, and so it is part of the run.
ProgramResult drive(const std::string& client, int at_port) {
  const std::string port = std::to_string(at_port);
  return run_program(
      "bash",
      {"-c", std::string(LIGHTSOUT_EXECUTABLE) + " run worlds/sockets/tcp_robot.wbt -q --hash --set ROBOT" +
                 ".controllerArgs='[\"" + port + "\"]' & " + client + " " + port + "; wait $!"},
      {.timeout = 100});
}

const std::string sample = "python3 controllers/serves_tcp/client.py";

}  // namespace

TEST_CASE("a client in Python drives the robot over TCP, and the run repeats itself whatever the client's pace") {
  const int port = free_port();
  const ProgramResult first = drive(sample, port);
  CAPTURE(first.out, first.err);
  CHECK(first.exit_code == 0);
  // The wall's face is 1.5 m from the origin, the sensor 0.1 m ahead of it; wheels of 0.05 m radius at 8 rad/s make
  // 0.4 m/s, so that 0.3 m are left after 1.1 m, at 2.75 s. Before that two motors of 0.05 Nm bring 1.22 kg, and wheels
  // that count as another 0.1 kg, to that speed with 2 N: that costs v m / 2 F = 0.13 s. It is looked every 0.032 s.
  const auto at = [&](const std::string& text) {
    return std::stod(first.out.substr(first.out.find(text) + text.size()));
  };
  CHECK(at("from the wall at ") == Approx(2.90).margin(0.05));
  CHECK(first.out.find("nothing within 1.50 m") != std::string::npos);
  const ProgramResult slow = drive(
      "python3 -c \"import sys, time; sys.path.insert(0, 'controllers/serves_tcp'); import client; "
      "ask = client.Robot.ask; client.Robot.ask = lambda *w: (time.sleep(0.002), ask(*w))[1]; client.main()\"",
      port);
  CHECK(slow.out == first.out);
}

TEST_CASE("the robot at the end of a connection answers what it does not understand, and ends with its client") {
  const ProgramResult result = drive(
      "python3 -c \"import sys; sys.path.insert(0, 'controllers/serves_tcp'); import client\n"
      "r = client.Robot(int(sys.argv[1]))\n"
      "for line in ('X', 'D,1', 'T,5', 'T,-8', 'N'):\n"
      "    r._lines.write(line + chr(10)); r._lines.flush(); print(r._lines.readline().strip())\"",
      free_port());
  CAPTURE(result.out, result.err);
  CHECK(result.exit_code == 0);
  const std::string answers =
      "?,not understood\n?,not understood\n?,T wants a multiple of 8 ms\n?,T wants a multiple of 8 ms\nn,";
  REQUIRE(result.out.starts_with(answers));
  CHECK(std::stod(result.out.substr(answers.size())) == Approx(1.4).margin(0.001));
}
