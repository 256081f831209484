"""libController.so by ctypes: every module of this package declares the functions that it calls through function()."""

import ctypes
import math
import os
from ctypes import POINTER, c_bool, c_char_p, c_double, c_float, c_int, c_ushort, c_void_p

# How parameters and results are declared. A tag names a device; text is bytes for ctypes.
boolean, handle, integer, real, tag, text = c_bool, c_void_p, c_int, c_double, c_ushort, c_char_p
reals, floats, integers = POINTER(c_double), POINTER(c_float), POINTER(c_int)


def _library_path():
    # The package lies in <prefix>/lib/controller/python/controller.
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'libController.so')
    if 'WEBOTS_HOME' in os.environ:
        path = os.path.join(os.environ['WEBOTS_HOME'], 'lib', 'controller', 'libController.so')
        if os.path.exists(path) or not os.path.exists(beside):
            return path
    return os.path.normpath(beside)


wb = ctypes.CDLL(_library_path())


def function(name, result, *parameters):
    """The library's function of that name, declared."""
    declared = getattr(wb, name)
    declared.restype = result
    declared.argtypes = parameters
    return declared


def world_is_before(release):
    """Whether the world's file is older than that release, "R2023a": functions whose results have changed go by it."""
    global _world_version
    if _world_version is None:
        try:
            with open(decoded(function('wb_robot_get_world_path', text)()), errors='replace') as world:
                _world_version = world.readline(100).split()[1]
        except (OSError, IndexError):
            _world_version = ''
    return _world_version.startswith('V') or '' < _world_version < release


_world_version = None


class coverable:
    """Like property, but an object may have an attribute of that name instead: controllers from before R2022b, which had
    methods only, derive classes from Robot and give them a `time` or a `name` of their own."""

    def __init__(self, get):
        self._get = get
        self.__doc__ = get.__doc__

    def __get__(self, instance, owner=None):
        return self if instance is None else self._get(instance)


def encoded(string):
    """Text for the library; None stays None."""
    return string if string is None or isinstance(string, bytes) else str(string).encode()


def decoded(data):
    """Text of the library; NULL is the empty text."""
    return data.decode(errors='replace') if data else ''


def numbers(pointer, count):
    """A list of `count` numbers; NaN where the library has none."""
    return pointer[:count] if pointer else [math.nan] * count


def array(values, count):
    """`values` (any sequence, also a NumPy array) as an argument of type double[count]; numbers left out are 0."""
    values = [float(value) for value in values]
    if len(values) > count:
        raise ValueError(f'{count} numbers are needed, not {len(values)}')
    return (c_double * count)(*values)


def view(pointer, count, kind):
    """The library's memory as an array of ctypes without copying it; None for NULL. It changes with the next step."""
    address = ctypes.cast(pointer, c_void_p).value if pointer else None
    return (kind * count).from_address(address) if address and count > 0 else None


def numpy_view(buffer, shape, dtype):
    """The same as a NumPy array; None for None. NumPy is only needed by those who ask for it."""
    if buffer is None:
        return None
    import numpy
    return numpy.frombuffer(buffer, dtype=dtype).reshape(shape)
