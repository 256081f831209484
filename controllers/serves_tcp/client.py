# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Drives the robot of worlds/sockets/tcp_robot.wbt from outside: to the wall, a quarter turn, and on. Start it beside the run.

    lightsout run worlds/sockets/tcp_robot.wbt --duration 60s &
    python3 controllers/serves_tcp/client.py [PORT]
"""
import math
import socket
import sys
import time


class Robot:
    """The lines of serves_tcp.c as methods."""

    def __init__(self, port: int, patience_s: float = 30) -> None:
        until = time.monotonic() + patience_s
        while True:
            try:
                connection = socket.create_connection(('127.0.0.1', port))
                break
            except ConnectionRefusedError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.05)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._lines = connection.makefile('rw', encoding='ascii', newline='\n')

    def ask(self, *words: object) -> list:
        self._lines.write(','.join(str(word) for word in words) + '\n')
        self._lines.flush()
        letter, *values = self._lines.readline().strip().split(',')
        if letter != str(words[0]).lower():
            raise RuntimeError(f'{words}: {letter} {values}')
        return [float(value) for value in values]

    def drive(self, left: float, right: float) -> None:
        self.ask('D', left, right)

    def angles(self) -> list:
        return self.ask('H')

    def distance(self) -> float:
        return self.ask('N')[0]

    def wait(self, ms: int) -> float:
        return self.ask('T', ms)[0]

    def end(self) -> None:
        self.ask('Q')


def main() -> None:
    robot = Robot(int(sys.argv[1]) if len(sys.argv) > 1 else 10020)
    robot.drive(8, 8)
    while robot.distance() > 0.3:
        now = robot.wait(32)
    print(f'{robot.distance():.2f} m from the wall at {now:.3f} s')
    robot.drive(0, 0)
    robot.wait(400)
    robot.ask('G')
    # Each wheel rolls a quarter of the circle on which it stands: 0.08 m from the middle, with a radius of 0.05 m.
    robot.drive(-2, 2)
    while robot.angles()[1] < math.pi / 2 * 0.08 / 0.05:
        now = robot.wait(8)
    robot.drive(0, 0)
    robot.wait(400)
    print(f'turned at {now:.3f} s: nothing within {robot.distance():.2f} m')
    robot.end()


if __name__ == '__main__':
    main()
