# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Tries what a controller of a stranger may try, and prints what it could do. Harmless: it runs outside of the sandbox too."""

import os
import pathlib
import socket
import stat

from controller import Robot

robot = Robot()
project = pathlib.Path(robot.getProjectPath())


def attempt(what, action):
    try:
        if action() is not False:
            print('could', what)
    except (OSError, ImportError):
        pass


def of_processes(name):
    """Those that can be looked at."""
    for place in pathlib.Path('/proc').glob('[0-9]*/' + name):
        try:
            place.stat()
        except OSError:
            continue
        yield place


def holds_key(environment):
    try:
        return b'TEST_KEY=' in environment.read_bytes()
    except OSError:
        return False


attempt('read a file of the system', lambda: open('/etc/shells').read())
attempt('see the users of the machine', lambda: len(open('/etc/passwd').readlines()) > 1)
attempt('see the home of its user', lambda: os.listdir(os.environ.get('TEST_HOME', '/root')))
attempt('write into the project', lambda: (project / 'written').write_text('x'))
attempt('write into a world', lambda: (project / 'worlds' / 'intruder.wbt').write_text('x'))
attempt('write beside the project', lambda: (project.parent / 'written').write_text('x'))
attempt('read a key of the environment', lambda: 'TEST_KEY' in os.environ)
attempt('read a key of the environment of a process', lambda: any(map(holds_key, of_processes('environ'))))
attempt('open a file that is the output of a process',
        lambda: any(stat.S_ISREG(place.stat().st_mode) for place in of_processes('fd/[012]')))
attempt('change settings of the machine',
        lambda: any(os.access(place, os.W_OK) for place in pathlib.Path('/proc/sys/kernel').iterdir()))
attempt('see other processes', lambda: sum(name.isdigit() for name in os.listdir('/proc')) > 8)
attempt('reach the network', lambda: socket.create_connection(('127.0.0.1', int(os.environ.get('TEST_PORT', '1'))), 1))
attempt('write into /', lambda: os.access('/', os.W_OK))
attempt('write into /usr', lambda: os.access('/usr', os.W_OK))
attempt('use rights of root', lambda: 'CapEff:\t0000000000000000\n' not in open('/proc/self/status').read())
pathlib.Path('mine').write_text('x')
print('tried all')
