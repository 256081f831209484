# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Tries what a controller of a stranger may try, and prints what it could do. Harmless: it runs outside of the sandbox too."""

import ctypes
import errno
import fcntl
import mmap
import os
import pathlib
import socket
import stat

from controller import Robot

robot = Robot()
project = pathlib.Path(robot.getProjectPath())


libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
KEY = b'lightsout-test-key'
SESSION_KEYRING = -3


def call(number, *arguments):
    """A system call of x86-64. One that complains of what it was given was made."""
    result = libc.syscall(number, *arguments)
    error = ctypes.get_errno()
    if result < 0 and error not in (errno.EFAULT, errno.EINVAL):
        raise OSError(error, os.strerror(error))
    return result


def in_child(action):
    """Whether a forked process can do it, and lives."""
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if action() is not False else 1)
        except OSError:
            os._exit(1)
    return os.waitpid(child, 0)[1] == 0


def calls_as_32_bit():
    """Number 20 there is getpid: mov eax, 20; int 0x80; ret."""
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b'\xb8\x14\x00\x00\x00\xcd\x80\xc3')
    return ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))() == os.getpid()


def hold_up_writers():
    with open(__file__.replace('controllers/intruder/intruder.py', 'worlds/intruder.wbt')) as world:
        fcntl.fcntl(world, fcntl.F_SETLEASE, fcntl.F_RDLCK)


def is_refused_by_terminal(request):
    try:
        fcntl.ioctl(0, request, b'\0\0\0\0')
    except OSError as error:
        return error.errno == errno.EPERM
    return False


def attempt(what, action):
    try:
        if action() is not False:
            print('could', what)
    except (OSError, ImportError, AttributeError):
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
attempt('find a key of who started it', lambda: call(250, 10, SESSION_KEYRING, b'user', KEY, 0) > 0)
attempt('change a key of who started it',
        lambda: call(250, 2, call(250, 10, SESSION_KEYRING, b'user', KEY, 0), b'changed', 7) == 0)
attempt('add a key', lambda: call(248, b'user', b'lightsout-test-planted', b'x', 1, SESSION_KEYRING))
attempt('ask for a key', lambda: call(249, b'user', KEY, None, 0))
attempt('read the names of keys', lambda: pathlib.Path('/proc/keys').read_text() != '')
for family in ('ALG', 'BLUETOOTH', 'CAN', 'PACKET', 'QIPCRTR', 'RDS', 'TIPC', 'VSOCK'):
    attempt(f'open a socket of the family {family}',
            lambda: socket.socket(getattr(socket, 'AF_' + family), socket.SOCK_STREAM).close())
    attempt(f'open a socket of the family {family}',
            lambda: socket.socket(getattr(socket, 'AF_' + family), socket.SOCK_SEQPACKET).close())
attempt('listen to devices', lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 15).close())
attempt("see the kernel's messages", lambda: call(103, 10, None, 0))
attempt('have an io_uring', lambda: call(425, 1, None))
attempt('measure by perf_event_open', lambda: call(298, None, 0, -1, -1, 0))
attempt('call bpf', lambda: call(321, 0, None, 0))
attempt('have a userfaultfd', lambda: call(323, 1))
attempt('have a user namespace', lambda: in_child(lambda: call(272, 0x10000000)))
attempt('clone into a user namespace', lambda: call(56, 0x10000000 | 0x00010000, 0, 0, 0, 0))  # with a wrong flag
attempt('call clone3', lambda: call(435, None, 0))
attempt('make a call of x32', lambda: call(0x40000000 + 39))
attempt('make a call of a 32-bit program', lambda: in_child(calls_as_32_bit))
attempt('hold up who writes a file that is shown', hold_up_writers)
assert not os.environ.get('LIGHTSOUT_SANDBOX') or all(map(is_refused_by_terminal, (0x5412, 0x541C, 0x5423)))
pathlib.Path('mine').write_text('x')
print('tried all')
