# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""libcar.so and libdriver.so, beside libController.so."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, Type, overload

from controller.wb import declared, wb

_folder = os.path.dirname(wb._name)
car = ctypes.CDLL(os.path.join(_folder, 'libcar.so'))
driver = ctypes.CDLL(os.path.join(_folder, 'libdriver.so'))


@overload
def function(library: ctypes.CDLL, name: str, result: None, *parameters: Any) -> Callable[..., None]: ...
@overload
def function(library: ctypes.CDLL, name: str, result: Type[ctypes.c_bool], *parameters: Any) -> Callable[..., bool]: ...
@overload
def function(library: ctypes.CDLL, name: str, result: Type[ctypes.c_int], *parameters: Any) -> Callable[..., int]: ...
@overload
def function(library: ctypes.CDLL, name: str, result: Type[ctypes.c_double],
             *parameters: Any) -> Callable[..., float]: ...


def function(library: ctypes.CDLL, name: str, result: Any, *parameters: Any) -> Callable[..., Any]:
    """The library's function of that name, declared."""
    return declared(library, name, result, parameters)
