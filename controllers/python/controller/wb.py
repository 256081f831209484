# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""libController.so by ctypes: every module of this package declares the functions that it calls through function()."""

from __future__ import annotations

import atexit
import ctypes
import math
import os
from ctypes import POINTER, c_bool, c_char_p, c_double, c_float, c_int, c_ushort, c_void_p

# Known to checkers of types as what is true for them. To import typing takes longer than this package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Generic, List, Optional, Sequence, Tuple, Type, TypeVar, Union, overload

    _T = TypeVar('_T')
    _Structure = TypeVar('_Structure', bound=ctypes.Structure)

# How parameters and results are declared. A tag names a device; text is bytes for ctypes.
boolean, handle, integer, real, tag, text = c_bool, c_void_p, c_int, c_double, c_ushort, c_char_p
reals, floats, integers = POINTER(c_double), POINTER(c_float), POINTER(c_int)


def _library_path() -> str:
    # The package lies in <prefix>/lib/controller/python/controller.
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'libController.so')
    if 'WEBOTS_HOME' in os.environ:
        path = os.path.join(os.environ['WEBOTS_HOME'], 'lib', 'controller', 'libController.so')
        if os.path.exists(path) or not os.path.exists(beside):
            return path
    return os.path.normpath(beside)


wb = ctypes.CDLL(_library_path())

# What the library calls of Python when a signal comes while it waits (lo_python in controllers/lib/interrupt.c).
_INTERRUPTS = ('PyGILState_Ensure', 'PyGILState_Release', 'PyErr_CheckSignals', 'PyErr_Fetch', 'PyErr_Restore',
               'Py_AddPendingCall')


def hear_signals() -> None:
    """Handlers of signals run, and raise, also while the library waits; until Python ends."""
    try:
        addresses = [ctypes.cast(getattr(ctypes.pythonapi, name), c_void_p).value for name in _INTERRUPTS]
    except AttributeError:
        return  # not CPython
    ask = function('lo_ask_python', None, c_void_p)
    ask((c_void_p * len(addresses))(*addresses))
    atexit.register(ask, None)


if TYPE_CHECKING:

    @overload
    def function(name: str, result: None, *parameters: Any) -> Callable[..., None]: ...
    @overload
    def function(name: str, result: Type[c_bool], *parameters: Any) -> Callable[..., bool]: ...
    @overload
    def function(name: str, result: Union[Type[c_int], Type[c_ushort]], *parameters: Any) -> Callable[..., int]: ...
    @overload
    def function(name: str, result: Type[c_double], *parameters: Any) -> Callable[..., float]: ...
    @overload
    def function(name: str, result: Type[c_char_p], *parameters: Any) -> Callable[..., Optional[bytes]]: ...
    @overload
    def function(name: str, result: Type[c_void_p], *parameters: Any) -> Callable[..., Optional[int]]: ...
    @overload
    def function(name: str, result: Type[_Structure], *parameters: Any) -> Callable[..., _Structure]: ...
    @overload
    def function(name: str, result: Type[ctypes._Pointer[c_double]],
                 *parameters: Any) -> Callable[..., ctypes._Pointer[c_double]]: ...


def function(name: str, result: Any, *parameters: Any) -> Callable[..., Any]:
    """The library's function of that name, declared."""
    return declared(wb, name, result, parameters)


def declared(library: ctypes.CDLL, name: str, result: Any, parameters: Tuple[Any, ...]) -> Callable[..., Any]:
    """A library's function of that name, declared."""
    found = getattr(library, name)
    found.restype = result
    found.argtypes = parameters
    return found  # type: ignore[no-any-return]


def world_is_before(release: str) -> bool:
    """Whether the world's file is older than that release, "R2023a": functions whose results have changed go by it."""
    global _world_version
    if _world_version is None:
        try:
            with open(decoded(function('wb_robot_get_world_path', text)()), errors='replace') as world:
                _world_version = world.readline(100).split()[1]
        except (OSError, IndexError):
            _world_version = ''
    return _world_version.startswith('V') or '' < _world_version < release


_world_version: Optional[str] = None


if TYPE_CHECKING:

    class coverable(Generic[_T]):
        def __init__(self, get: Callable[[Any], _T]): ...
        @overload
        def __get__(self, instance: None, owner: Any = None) -> coverable[_T]: ...
        @overload
        def __get__(self, instance: object, owner: Any = None) -> _T: ...
        def __get__(self, instance: Optional[object], owner: Any = None) -> Union[coverable[_T], _T]: ...

else:

    class coverable:
        """Like property, but an object may have an attribute of that name instead: controllers from before R2022b, which had
        methods only, derive classes from Robot and give them a `time` or a `name` of their own."""

        def __init__(self, get: Callable[[Any], Any]):
            """As a decorator of the function that gets it."""
            self._get = get
            self.__doc__ = get.__doc__

        def __get__(self, instance: Optional[object], owner: Any = None) -> Any:
            return self if instance is None else self._get(instance)


def encoded(string: Union[str, bytes, None]) -> Optional[bytes]:
    """Text for the library; None stays None."""
    return string if string is None or isinstance(string, bytes) else str(string).encode()


def decoded(data: Optional[bytes]) -> str:
    """Text of the library; NULL is the empty text."""
    return data.decode(errors='replace') if data else ''


def numbers(pointer: ctypes._Pointer[c_double], count: int) -> List[float]:
    """A list of `count` numbers; NaN where the library has none."""
    return pointer[:count] if pointer else [math.nan] * count


def array(values: Sequence[float], count: int) -> ctypes.Array[c_double]:
    """`values` (any sequence, also a NumPy array) as an argument of type double[count]; numbers left out are 0."""
    values = [float(value) for value in values]
    if len(values) > count:
        raise ValueError(f'{count} numbers are needed, not {len(values)}')
    return (c_double * count)(*values)


def view(pointer: Any, count: int, kind: Type[Any]) -> Any:
    """The library's memory as an array of ctypes without copying it; None for NULL. It changes with the next step."""
    address = ctypes.cast(pointer, c_void_p).value if pointer else None
    return (kind * count).from_address(address) if address and count > 0 else None


def numpy_view(buffer: Any, shape: Tuple[int, ...], dtype: Any) -> Any:
    """The same as a NumPy array; None for None. NumPy is only needed by those who ask for it."""
    if buffer is None:
        return None
    import numpy
    return numpy.frombuffer(buffer, dtype=dtype).reshape(shape)
