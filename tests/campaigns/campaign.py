# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""What the campaigns have in common: a project of their own, and what must be true when a program has ended, however it
ended."""

import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import uuid
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OUTCOMES = {'done': 0, 'wrong-use': 2, 'bad-world': 3, 'controller-failed': 4, 'plugin-failed': 5, 'diverged': 6,
            'not-reproducible': 7, 'interrupted': 8, 'environment-failed': 9}


def parser(description):
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument('--build', type=pathlib.Path, default=ROOT / 'build' / 'release')
    made.add_argument('--keep', action='store_true', help='leave the folder that was worked in')
    return made


def default_signals():
    """In a child: what ends it ends it, also where a shell has started the campaign in the background, without SIGINT."""
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)


class Bench:
    """A folder with a copy of project/, and the executable. Whatever is started there carries a mark in its environment."""

    def __init__(self, options):
        self.executable = options.build.resolve() / 'bin' / 'lightsout'
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix='lightsout-campaign-'))
        self.keep = options.keep
        self.project = self.folder / 'project'
        shutil.copytree(pathlib.Path(__file__).resolve().parent / 'project', self.project)
        self.mark = f'LIGHTSOUT_CAMPAIGN={uuid.uuid4()}'
        self.environment = dict(os.environ, PYTHONDONTWRITEBYTECODE='1', TMPDIR=str(self.folder))
        self.environment.update([self.mark.split('=')])
        self.environment.pop('LD_PRELOAD', None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.keep:
            print(f'left: {self.folder}')
        else:
            shutil.rmtree(self.folder, ignore_errors=True)

    def start(self, arguments, environment=(), folder=None, out=subprocess.PIPE, err=subprocess.PIPE):
        return subprocess.Popen([str(self.executable), *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=out,
                                stderr=err, cwd=folder or self.folder, env=dict(self.environment, **dict(environment)),
                                preexec_fn=default_signals)

    def run(self, arguments, environment=(), folder=None, timeout=60):
        """(exit code, stdout, stderr); the code is below 0 for a signal, None for a hang."""
        process = self.start(arguments, environment, folder)
        try:
            out, err = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            return None, out, err
        return process.returncode, out, err

    def left_processes(self, seconds=5):
        """Those that carry the mark and are still there after so long."""
        end = time.monotonic() + seconds
        while True:
            found = []
            for entry in os.scandir('/proc'):
                if not entry.name.isdigit() or int(entry.name) == os.getpid():
                    continue
                try:
                    with open(f'/proc/{entry.name}/environ', 'rb') as file:
                        if self.mark.encode() not in file.read():
                            continue
                    with open(f'/proc/{entry.name}/cmdline', 'rb') as file:
                        found.append(f'{entry.name} ' + file.read().replace(b'\0', b' ').decode(errors='replace').strip())
                except OSError:
                    pass
            if not found or time.monotonic() > end:
                return found
            time.sleep(0.005)

    def left_temporary(self, seconds=5):
        """What the program has put into the folder for temporary files and is still there after so long."""
        end = time.monotonic() + seconds
        while left := [path.name for path in self.folder.glob('lightsout_*')]:
            if time.monotonic() > end:
                return left
            time.sleep(0.02)
        return left

    @staticmethod
    def shared_memory():
        return set(os.listdir('/dev/shm'))

    @staticmethod
    def left_shared_memory(before, seconds=3):
        """What came and stays: others use the place too."""
        end = time.monotonic() + seconds
        while left := {name for name in os.listdir('/dev/shm') if 'lightsout' in name} - before:
            if time.monotonic() > end:
                return left
            time.sleep(0.05)
        return left


def flaw_of(path):
    """What is wrong with an output file that is there under its final name; '' for nothing."""
    data = path.read_bytes()
    name = path.name
    try:
        if name.endswith('.part'):
            return ''
        if name.endswith('verdict.json'):
            verdict = json.loads(data)
            if OUTCOMES.get(verdict['outcome']) is None:
                return f'{name}: no outcome of the table'
        elif name.endswith('.json'):
            json.loads(data)
        elif name.endswith('.x3d'):
            xml.etree.ElementTree.fromstring(data)
        elif name.endswith('.html') and b'</html>' not in data:
            return f'{name} is torn'
        elif name.endswith(('.csv', '.log', '.jsonl')):
            # A line that is not whole begins with # (docs/trajectories.md).
            lines = [line for line in data.decode().splitlines(keepends=True) if not line.startswith('#')]
            if lines and not lines[-1].endswith('\n'):
                return f'{name}: its last line is torn'
        if name.endswith('.csv'):
            if any(line.count(',') != lines[0].count(',') for line in lines):
                return f'{name}: a line is torn'
    except (ValueError, xml.etree.ElementTree.ParseError, KeyError) as error:
        return f'{name} is torn: {error}'
    return ''


def describe(code):
    if code is None:
        return 'a hang'
    return signal.Signals(-code).name if code < 0 else f'exit code {code}'


def finish(counts, failures):
    """Prints the counts, and what is wrong; the campaign's exit code."""
    for failure in failures:
        print('  ' + failure.replace('\n', '\n    '))
    print('; '.join(f'{name}: {count}' for name, count in counts.items()) + f'; wrong: {len(failures)}')
    sys.stdout.flush()
    return 1 if failures else 0
