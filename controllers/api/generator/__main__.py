"""Makes what comes of the description of the controller API (see ../README.md):
    python FOLDER            the Python packages: generated modules and those by hand
    cpp HEADERS SOURCES      the headers of C and C++, generated and by hand, and the generated sources of C++
    list HEADERS SOURCES     the names of these files"""

import pathlib
import sys
from typing import Dict

import cpp
import model
import python

BY_HAND = model.DESCRIPTIONS.parent


def write(folder: pathlib.Path, files: Dict[str, str]) -> None:
    """Brings a folder up to these files: what has not changed keeps its time, and others of these kinds are removed."""
    kinds = {pathlib.Path(name).suffix for name in files} - {''}
    for name, text in files.items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    for path in folder.rglob('*'):
        if path.suffix in kinds and str(path.relative_to(folder)) not in files:
            path.unlink()


def texts(folder: pathlib.Path, pattern: str) -> Dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in folder.rglob(pattern)}


def main() -> None:
    what, *folders = sys.argv[1:]
    api = model.read()
    if what == 'python':
        by_hand = BY_HAND / 'python'
        write(pathlib.Path(folders[0]), {**texts(by_hand, '*.py'), **python.modules(api, by_hand)})
        return
    headers, sources = cpp.modules(api)
    include = {**texts(BY_HAND / 'include', '*.h*'), **{f'webots/{name}': text for name, text in headers.items()}}
    for folder, files in zip(folders, (include, sources)):
        if what == 'list':
            print(*(f'{folder}/{name}' for name in sorted(files)), sep='\n')
        else:
            write(pathlib.Path(folder), files)


try:
    main()
except model.DescriptionError as error:
    sys.exit(str(error))
