# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""What the process of lightsout consists of."""

import pathlib
import re
import subprocess


def linked(file):
    """The libraries that the dynamic loader brings for a file, by path."""
    text = subprocess.run(['ldd', str(file)], capture_output=True, text=True, check=True).stdout
    return {pathlib.Path(path).resolve() for path in re.findall(r'=> (/\S+)', text)}


def in_process(build):
    """The executable of a build, the modules that it loads when they are first needed, and all that these link. Embree is
    loaded by its name."""
    executable = build / 'bin' / 'lightsout'
    modules = {path.resolve() for path in (build / 'lib' / 'lightsout').glob('*.so*')}
    modules |= {path.resolve() for path in (build / 'lib').glob('*.so*')}
    cache = subprocess.run(['/sbin/ldconfig', '-p'], capture_output=True, text=True, check=True).stdout
    embree = re.search(r'libembree3\.so\.3 .*x86-64.* => (\S+)', cache)
    if embree:
        modules.add(pathlib.Path(embree.group(1)).resolve())
    files = {executable} | linked(executable) | modules
    for module in modules:
        files |= linked(module)
    return files
