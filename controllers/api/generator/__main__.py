"""Makes what comes of the description of the controller API (see ../README.md):
    python FOLDER    the Python packages: generated modules and those by hand"""

import pathlib
import sys
from typing import Dict

import model
import python

SOURCES = model.DESCRIPTIONS.parent


def write(folder: pathlib.Path, files: Dict[str, str], remove: str) -> None:
    """Brings a folder up to these files; what has not changed keeps its time, and other files that match are removed."""
    for name, text in files.items():
        path = folder / name
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
    for path in folder.glob(remove):
        if str(path.relative_to(folder)) not in files:
            path.unlink()


def python_package(api: model.Api) -> Dict[str, str]:
    by_hand = SOURCES / 'python'
    files = {str(path.relative_to(by_hand)): path.read_text() for path in by_hand.glob('*/*.py')}
    return {**files, **python.modules(api, by_hand)}


def main() -> None:
    what, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    try:
        api = model.read()
        if what == 'python':
            write(folder, python_package(api), '*/*.py')
        else:
            sys.exit(__doc__)
    except model.DescriptionError as error:
        sys.exit(f'{error}')


main()
