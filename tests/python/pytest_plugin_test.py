# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The plugin for pytest, by pytest itself in a folder of tests of worlds: pytest_plugin_test.py EXECUTABLE"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORLD = """#VRML_SIM R2025a utf8
WorldInfo { basicTimeStep 10 }
DEF BALL Solid { name "ball" boundingObject Sphere { radius 0.1 } physics Physics { } }
"""
# A fall of 0.5 s: 1.23 m down.
FILES = {
    "w.wbt": WORLD,
    "fall.test.yaml": "world: w.wbt\nduration: 500ms\nmatrix: {seed: [1, 2]}\n"
                      "expect: {solid: BALL, near: [0, 0, -1.23], tolerance: 0.05}\n",
    "stay.test.yaml": "world: w.wbt\nduration: 500ms\nexpect: {solid: BALL, near: [0, 0, 0]}\n",
    "known.test.yaml": "world: w.wbt\nduration: 500ms\nxfail: it falls\nexpect: {solid: BALL, near: [0, 0, 0]}\n",
    "lost.test.yaml": "world: nowhere.wbt\nduration: 1s\n",
    "wrong.test.yaml": "wrld: w.wbt\n",
    "test_fixture.py": """
def test_a_run(lightsout):
    result = lightsout.run("w.wbt", "--seed", "3", duration="100ms", expect=["outcome: done", "exit_code: 0"])
    assert result.exit_code == 0
    assert result.verdict["steps"] == 10 and result.verdict["seed"] == 3
    assert len(result.verdict["expectations"]) == 2
    assert lightsout.run("w.wbt", duration="100ms", expect="solid: BALL, near: [0, 0, 1]").exit_code == 10
    higher = lightsout.run("w.wbt", duration="0s", set={"BALL.translation": "0 0 7"}, expect="solid: BALL, near: [0, 0, 7]")
    assert higher.exit_code == 0, higher.err
""",
}


def main():
    try:
        import pytest  # noqa: F401
    except ImportError:
        print("skipped: there is no pytest (Debian: python3-pytest)")
        return
    with tempfile.TemporaryDirectory() as folder:
        for name, text in FILES.items():
            (pathlib.Path(folder) / name).write_text(text)
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "GITHUB_ACTIONS": "", "CI": ""}
        done = subprocess.run([sys.executable, "-B", "-m", "pytest", "-rA", "-p", "pytest_lightsout", "-p", "no:cacheprovider",
                               "--rootdir", ".", "--lightsout=" + sys.argv[1]],
                              cwd=folder, env=environment, capture_output=True, text=True, check=False)
    wanted = ["PASSED fall.test.yaml::seed=1", "PASSED fall.test.yaml::seed=2", "FAILED stay.test.yaml::stay.test.yaml",
              "XFAIL known.test.yaml::known.test.yaml", "FAILED lost.test.yaml::lost.test.yaml",
              "FAILED wrong.test.yaml::wrong.test.yaml", "PASSED test_fixture.py::test_a_run",
              "expected: BALL is within 0.01 m of (0 0 0) at the end", "nowhere.wbt", "did you mean `world`?"]
    missing = [text for text in wanted if text not in done.stdout]
    if missing or done.returncode != 1:
        sys.exit(f"exit code {done.returncode}; missing: {missing}\n{done.stdout}\n{done.stderr}")


main()
