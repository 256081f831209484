"""Makes what comes of the description of the controller API (see ../README.md):
    python FOLDER            the Python packages: generated modules and those by hand
    cpp HEADERS SOURCES      the headers of C and C++, generated and by hand, and the generated sources of C++
    list HEADERS SOURCES     the names of these files
    layouts FOLDER           what comes of controllers/wire: the version of the block, and checks of the layouts;
                             the kinds of devices, numbers as data symbols, and what sampled sensors do alike
    probe FOLDER             probe.c, which is refused where headers by hand are not as they are described
    docs FOLDER [--check]    the pages of reference; with --check they are compared, and what is not fresh is named"""

import pathlib
import sys
from typing import Dict

import c
import cpp
import layout
import model
import python
import reference

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
    if what == 'layouts':
        shared = {f'wire/{name}': text for name, text in layout.files(api).items()}
        write(pathlib.Path(folders[0]), {**shared, 'lib/numbers.c': c.numbers(api), 'lib/sensors.c': c.sensors(api)})
        return
    by_hand = BY_HAND / 'python'
    package = {**texts(by_hand, '*.py'), **python.modules(api, by_hand)}
    if what == 'python':
        write(pathlib.Path(folders[0]), package)
        return
    if what == 'probe':
        write(pathlib.Path(folders[0]), {'probe.c': c.probe(api)})
        return
    if what == 'docs':
        folder = pathlib.Path(folders[0])
        pages = reference.pages(api, package)
        if folders[1:] == ['--check']:
            stale = [name for name, text in pages.items() if texts(folder, '*.md').get(name) != text]
            sys.exit(f'not fresh: {", ".join(stale)}; run scripts/controller_functions' if stale else 0)
        write(folder, pages)
        return
    headers, sources = cpp.modules(api)
    include = {**texts(BY_HAND / 'include', '*.h*'), **{f'webots/{name}': text for name, text in headers.items()}}
    for target, files in zip(folders, (include, sources)):
        if what == 'list':
            print(*(f'{target}/{name}' for name in sorted(files)), sep='\n')
        else:
            write(pathlib.Path(target), files)


try:
    main()
except model.DescriptionError as error:
    sys.exit(str(error))
