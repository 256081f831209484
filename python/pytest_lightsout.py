# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""A plugin for pytest: each case of a *.test.yaml is a test, and a fixture runs worlds.

    pytest -p pytest_lightsout worlds/

or `pytest_plugins = ["pytest_lightsout"]` in a conftest.py. What did not hold is a failure with what `lightsout test`
says of it; what could not be run is an error of that test. In tests in Python:

    def test_it_stands(lightsout):
        result = lightsout.run("worlds/stack.wbt", duration="2s", expect="solid: BOX_1, upright: true, always: true")
        assert result.exit_code == 0
        assert result.verdict["steps"] == 250

The executable is that of --lightsout, or `lightsout` in PATH.
"""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree

import pytest

EXPECTATION_FAILED = 10


class LightsoutError(Exception):
    """What lightsout said when it could not run something, or when something did not hold."""


class Result:
    """How a run ended: `exit_code`, `verdict` (a dict, empty where there is none), `out` and `err`, and the `folder`
    that it ran in, where files of relative names are."""

    def __init__(self, exit_code, verdict, out, err, folder):
        self.exit_code = exit_code
        self.verdict = verdict
        self.out = out
        self.err = err
        self.folder = folder

    def __repr__(self):
        return f"<lightsout: exit code {self.exit_code}, {self.verdict.get('message', self.err.strip())}>"


class Lightsout:
    """Runs worlds in a fresh folder. Relative names of worlds and run files start at the folder of the test's file."""

    def __init__(self, executable, sources, folder):
        self.executable = executable
        self.sources = pathlib.Path(sources)
        self.folder = pathlib.Path(folder)

    def run(self, world, *words, timeout=300, **options):
        """`options` are those of `lightsout run`: duration="2s", in_process=True, expect=["...", "..."],
        set={"BALL.translation": "0 0 2"}. `words` are given as they are. `timeout`: s of wall clock."""
        verdict = self.folder / "verdict.json"
        command = [self.executable, "run", str(self.sources / world), *words, "--verdict", str(verdict)]
        for name, value in options.items():
            option = "--" + name.replace("_", "-")
            if isinstance(value, dict):
                value = [f"{key}={each}" for key, each in value.items()]
            for each in value if isinstance(value, (list, tuple)) else [value]:
                if each is True:
                    command.append(option)
                elif each is not False and each is not None:
                    command += [option, str(each)]
        done = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, errors="replace", timeout=timeout,
                              check=False)
        told = json.loads(verdict.read_text()) if verdict.exists() else {}
        return Result(done.returncode, told, done.stdout, done.stderr, self.folder)


def pytest_addoption(parser):
    group = parser.getgroup("lightsout")
    group.addoption("--lightsout", metavar="FILE", help="the executable; default: lightsout in PATH")
    group.addoption("--lightsout-update", action="store_true", help="make the goldens of tests of worlds anew")
    group.addoption("--lightsout-verify", action="store_true", help="run each test of a world twice and compare")


def executable_of(config):
    given = config.getoption("--lightsout")
    found = shutil.which(given or "lightsout")
    if not found:
        raise pytest.UsageError(f"{given} cannot be run" if given else "there is no lightsout in PATH: name it by --lightsout")
    return str(pathlib.Path(found).resolve())


@pytest.fixture
def lightsout(request, tmp_path):
    return Lightsout(executable_of(request.config), request.path.parent, tmp_path)


def pytest_collect_file(file_path, parent):
    if file_path.name.endswith(".test.yaml"):
        return WorldTestFile.from_parent(parent, path=file_path)
    return None


class WorldTestFile(pytest.File):
    def collect(self):
        done = subprocess.run([executable_of(self.config), "test", "--list", self.path.name], cwd=self.path.parent,
                              capture_output=True, text=True, errors="replace", check=False)
        # With errors in the file it is named all the same: its test tells them.
        if done.returncode != 0 and not done.stdout:
            raise self.CollectError(done.stderr)
        for name in done.stdout.splitlines():
            _, _, case = name.partition("::")
            yield WorldTestItem.from_parent(self, name=case or self.path.name, test=name)


class WorldTestItem(pytest.Item):
    def __init__(self, *, test, **arguments):
        super().__init__(**arguments)
        self.test = test

    def runtest(self):
        with tempfile.TemporaryDirectory() as folder:
            junit = pathlib.Path(folder) / "junit.xml"
            pattern = "^" + re.sub(r"([.*+?^${}()|\[\]\\/])", r"\\\1", self.test) + "$"
            command = [executable_of(self.config), "test", self.path.name, "-j", "1", "-k", pattern, "--junit", str(junit)]
            command += [f"--{what}" for what in ("update", "verify") if self.config.getoption(f"--lightsout-{what}")]
            done = subprocess.run(command, cwd=self.path.parent, capture_output=True, text=True, errors="replace", check=False)
            self.add_report_section("call", "lightsout", done.stdout + done.stderr)
            if done.returncode not in (0, EXPECTATION_FAILED):
                raise LightsoutError(done.stdout + done.stderr)
            if done.returncode == EXPECTATION_FAILED:
                pytest.fail(done.stdout.strip(), pytrace=False)
            skipped = xml.etree.ElementTree.parse(junit).find(".//skipped")
            if skipped is not None:
                pytest.xfail(skipped.get("message"))

    def repr_failure(self, excinfo):
        if isinstance(excinfo.value, LightsoutError):
            return str(excinfo.value)
        return super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, 0, self.test
