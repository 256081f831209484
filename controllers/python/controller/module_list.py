# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The modules that a controller is made of, for the manifest of a run."""

from __future__ import annotations

import atexit
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import FrozenSet


def _write(path: str) -> None:
    import json

    # The version stands for those of Python itself.
    own: FrozenSet[str] = getattr(sys, 'stdlib_module_names', frozenset())
    files = {getattr(module, '__file__', None) for name, module in list(sys.modules.items()) if name.split('.')[0] not in own}
    known = sorted(os.path.abspath(file) for file in files if isinstance(file, str))
    # Renamed into its place: who ends the controller may read it at any moment.
    try:
        with open(path + '.part', 'w', encoding='utf-8') as file:
            json.dump({'python': sys.version, 'modules': known}, file)
        os.replace(path + '.part', path)
    except OSError as error:
        print(f'{path}: {error}', file=sys.stderr)


def list_modules() -> None:
    """Writes those of now where a manifest is asked for, and those of the end when the controller ends."""
    path = os.environ.get('LIGHTSOUT_MODULE_LIST')
    if path:
        _write(path)
        atexit.register(_write, path)
