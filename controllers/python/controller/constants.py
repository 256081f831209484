# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The numbers and texts of the C headers, read from the library's data symbols."""

from __future__ import annotations

import ctypes

from .wb import wb

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def constant(name: str, type: type = int) -> Any:
    """The library's number or text of that name."""
    if type is str:
        return (ctypes.c_char_p.in_dll(wb, 'wb_' + name).value or b'').decode()
    return ctypes.c_int.in_dll(wb, 'wb_' + name).value
