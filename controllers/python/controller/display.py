"""Drawing on a display. Pixels from the top left; colours 0xRRGGBB."""

import ctypes
from typing import List, Optional

from .device import Device
from .wb import boolean, encoded, function, handle, integer, integers, real, tag, text

_get_width = function('wb_display_get_width', integer, tag)
_get_height = function('wb_display_get_height', integer, tag)
_draw_pixel = function('wb_display_draw_pixel', None, tag, integer, integer)
_draw_line = function('wb_display_draw_line', None, tag, integer, integer, integer, integer)
_draw_rectangle = function('wb_display_draw_rectangle', None, tag, integer, integer, integer, integer)
_draw_oval = function('wb_display_draw_oval', None, tag, integer, integer, integer, integer)
_fill_rectangle = function('wb_display_fill_rectangle', None, tag, integer, integer, integer, integer)
_fill_oval = function('wb_display_fill_oval', None, tag, integer, integer, integer, integer)
_draw_text = function('wb_display_draw_text', None, tag, text, integer, integer)
_set_color = function('wb_display_set_color', None, tag, integer)
_set_alpha = function('wb_display_set_alpha', None, tag, real)
_set_opacity = function('wb_display_set_opacity', None, tag, real)
_set_font = function('wb_display_set_font', None, tag, text, integer, boolean)
_attach_camera = function('wb_display_attach_camera', None, tag, tag)
_detach_camera = function('wb_display_detach_camera', None, tag)
_draw_polygon = function('wb_display_draw_polygon', None, tag, integers, integers, integer)
_fill_polygon = function('wb_display_fill_polygon', None, tag, integers, integers, integer)
_image_new = function('wb_display_image_new', handle, tag, integer, integer, handle, integer)
_image_copy = function('wb_display_image_copy', handle, tag, integer, integer, integer, integer)
_image_load = function('wb_display_image_load', handle, tag, text)
_image_delete = function('wb_display_image_delete', None, tag, handle)
_image_paste = function('wb_display_image_paste', None, tag, handle, integer, integer, boolean)
_image_save = function('wb_display_image_save', None, tag, handle, text)


def _corners(values):
    return (ctypes.c_int * len(values))(*[int(value) for value in values])


class Display(Device):
    RGB = 3
    RGBA = 4
    ARGB = 5
    BGRA = 6
    ABGR = 7

    @property
    def width(self) -> int:
        return _get_width(self._tag)

    def getWidth(self) -> int:
        return self.width

    @property
    def height(self) -> int:
        return _get_height(self._tag)

    def getHeight(self) -> int:
        return self.height

    def drawPixel(self, x: int, y: int):
        _draw_pixel(self._tag, int(x), int(y))

    def drawLine(self, x1: int, y1: int, x2: int, y2: int):
        _draw_line(self._tag, int(x1), int(y1), int(x2), int(y2))

    def drawRectangle(self, x: int, y: int, width: int, height: int):
        _draw_rectangle(self._tag, int(x), int(y), int(width), int(height))

    def drawOval(self, cx: int, cy: int, a: int, b: int):
        _draw_oval(self._tag, int(cx), int(cy), int(a), int(b))

    def fillRectangle(self, x: int, y: int, width: int, height: int):
        _fill_rectangle(self._tag, int(x), int(y), int(width), int(height))

    def fillOval(self, cx: int, cy: int, a: int, b: int):
        _fill_oval(self._tag, int(cx), int(cy), int(a), int(b))

    def drawText(self, text: str, x: int, y: int):
        _draw_text(self._tag, encoded(text), int(x), int(y))

    def setColor(self, color: int):
        _set_color(self._tag, color)

    def setAlpha(self, alpha: float):
        _set_alpha(self._tag, alpha)

    def setOpacity(self, opacity: float):
        _set_opacity(self._tag, opacity)

    def setFont(self, font: str, size: int, anti_aliasing: bool):
        _set_font(self._tag, encoded(font), size, anti_aliasing)

    def attachCamera(self, camera):
        _attach_camera(self._tag, camera.tag)

    def detachCamera(self):
        _detach_camera(self._tag)

    color = property(fset=setColor)
    alpha = property(fset=setAlpha)
    opacity = property(fset=setOpacity)

    def drawPolygon(self, x: List[int], y: List[int]):
        _draw_polygon(self._tag, _corners(x), _corners(y), min(len(x), len(y)))

    def fillPolygon(self, x: List[int], y: List[int]):
        _fill_polygon(self._tag, _corners(x), _corners(y), min(len(x), len(y)))

    def imageNew(self, data, format: int, width: int, height: int) -> Optional[int]:
        """data: bytes, or lists by column and row of pixels as Camera.getImageArray makes them."""
        if not isinstance(data, (bytes, bytearray)):
            data = bytes(int(value) for row in range(height) for column in data for value in column[row])
        return _image_new(self._tag, int(width), int(height), ctypes.c_char_p(bytes(data)), format)

    def imageCopy(self, x: int, y: int, width: int, height: int) -> Optional[int]:
        return _image_copy(self._tag, int(x), int(y), int(width), int(height))

    def imageLoad(self, filename: str) -> Optional[int]:
        return _image_load(self._tag, encoded(filename))

    def imageDelete(self, image):
        _image_delete(self._tag, image)

    def imagePaste(self, image, x: int, y: int, blend: bool = False):
        _image_paste(self._tag, image, int(x), int(y), blend)

    def imageSave(self, image, filename: str):
        _image_save(self._tag, image, encoded(filename))
