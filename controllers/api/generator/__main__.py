# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Makes what comes of the description of the controller API (see ../README.md):
    python FOLDER            the Python packages: generated modules and those by hand
    headers FOLDER           the headers of C and C++, generated and by hand, and those of Webots 5
    matlab FOLDER            the m-files for MATLAB and Octave, generated and by hand, and the sources of their module
    java FOLDER              the sources of the Java packages, generated and by hand
    sources FOLDER           what is compiled: of controllers/wire the version of the block, and checks of the layouts;
                             the kinds of devices; of the C library numbers as data symbols, what sampled sensors do
                             alike, and names of older releases; the C++ classes; native functions of Java
    docs FOLDER [--check]    the pages of reference; with --check they are compared, and what is not fresh is named"""

import pathlib
import sys
from typing import Dict

import c
import cpp
import headers
import java
import jni
import layout
import matlab
import model
import python
import reference
import release5
import remote

BY_HAND = model.DESCRIPTIONS.parent


def write(folder: pathlib.Path, files: Dict[str, str]) -> None:
    """Brings a folder up to these files: what has not changed keeps its time, and others of these kinds are removed."""
    kinds = {pathlib.Path(name).suffix for name in files} - {''}
    for name, text in files.items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    for directory in {(folder / name).parent for name in files}:
        for path in directory.iterdir():
            if path.suffix in kinds and str(path.relative_to(folder)) not in files:
                path.unlink()


def texts(folder: pathlib.Path, pattern: str) -> Dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob(pattern)}


def main() -> None:
    what, *folders = sys.argv[1:]
    api = model.read()
    if what == 'headers':
        by_hand = BY_HAND / 'include'
        of_cpp = {f'webots/{name}': text for name, text in cpp.modules(api)[0].items()}
        of_c = {**texts(by_hand, '*.h*'), **headers.modules(api, by_hand)}
        write(pathlib.Path(folders[0]), {**release5.headers(of_c, by_hand), **of_c, **of_cpp})
        return
    if what == 'sources':
        shared = {f'wire/{name}': text for name, text in layout.files(api).items()}
        of_c = {'lib/numbers.c': c.numbers(api), 'lib/sensors.c': c.sensors(api), 'lib/aliases.c': c.alias_functions(api),
                'lib/readings.c': remote.readings(api)}
        of_cpp = {f'cpp/{name}': text for name, text in cpp.modules(api)[1].items()}
        of_java = {'java/controller.cpp': jni.source(api, False), 'java/vehicle.cpp': jni.source(api, True)}
        write(pathlib.Path(folders[0]), {**shared, **of_c, **of_cpp, **of_java})
        return
    if what == 'matlab':
        by_hand = BY_HAND / 'matlab'
        module = {f'module/{name}': text for name, text in texts(by_hand, '*.[ch]').items()}
        write(pathlib.Path(folders[0]), {**matlab.files(api), **texts(by_hand / 'files', '*.m'), **module,
                                         'module/functions.c': matlab.source(api)})
        return
    if what == 'java':
        hand = BY_HAND / 'java'
        old = {'controller/Release5.java': release5.java_text(api, (hand / 'release5/Release5.txt').read_text()),
               'release5/Controller.java': (hand / 'release5/Controller.java').read_text()}
        write(pathlib.Path(folders[0]), {**java.modules(api, hand), **old})
        return
    by_hand = BY_HAND / 'python'
    package = {**texts(by_hand, '*.py'), **python.modules(api, by_hand)}
    if what == 'python':
        write(pathlib.Path(folders[0]), package)
        return
    if what == 'docs':
        folder = pathlib.Path(folders[0])
        pages = reference.pages(api, package)
        if folders[1:] == ['--check']:
            stale = [name for name, text in pages.items() if texts(folder, '*.md').get(name) != text]
            sys.exit(f'not fresh: {", ".join(stale)}; run scripts/controller_functions' if stale else 0)
        write(folder, pages)
        return
    sys.exit(__doc__)


try:
    main()
except model.DescriptionError as error:
    sys.exit(str(error))
