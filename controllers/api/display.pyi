# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Display(Device):
    """Draws on an image. Pixels count from the top left; colours are 0xRRGGBB."""
    kind = 7

    class Format(int):
        "Formats of pixels."
        c(names='WB_IMAGE_{}', macros=True)
        RGB = 3
        RGBA = 4
        ARGB = 5
        BGRA = 6
        ABGR = 7

    def get_width() -> int['pixels']: "Columns of the image."
    def get_height() -> int['pixels']: "Rows of the image."
    def set_color(color: int['0xRRGGBB']): "Colour of what is drawn next."
    def set_alpha(alpha: double['', '0..1']): "Alpha of what is drawn next: 0 is transparent."
    def set_opacity(opacity: double['', '0..1']): "How much of what is drawn next covers what is there."
    def set_font(font: text, size: int['pixels'], anti_aliasing: bool): "Font of texts that are drawn next."
    def attach_camera(camera: Camera): "Shows a camera's images as the background."
    def detach_camera(): "Shows no camera's images any more."
    def draw_pixel(x: cut['pixels'], y: cut['pixels']): "Draws one pixel."
    def draw_line(x1: cut['pixels'], y1: cut['pixels'], x2: cut['pixels'], y2: cut['pixels']):
        """Draws a line between two pixels."""
    def draw_rectangle(x: cut['pixels'], y: cut['pixels'], width: cut['pixels'], height: cut['pixels']):
        """Draws the outline of a rectangle from its top left corner."""
    def draw_oval(cx: cut['pixels'], cy: cut['pixels'], a: cut['pixels'], b: cut['pixels']):
        """Draws the outline of an ellipse by its centre and half axes."""
    def draw_polygon(x: ints, y: ints, size: int): "Draws the outline of a polygon by its corners."
    def draw_text(text: text, x: cut['pixels'], y: cut['pixels']): "Draws a text from its top left corner."
    def fill_rectangle(x: cut['pixels'], y: cut['pixels'], width: cut['pixels'], height: cut['pixels']):
        """Fills a rectangle from its top left corner."""
    def fill_oval(cx: cut['pixels'], cy: cut['pixels'], a: cut['pixels'], b: cut['pixels']):
        """Fills an ellipse by its centre and half axes."""
    def fill_polygon(x: ints, y: ints, size: int): "Fills a polygon by its corners."
    def image_new(width: int['pixels'], height: int['pixels'], data: data, format: int) -> ImageRef:
        """Makes an image of pixels in one of the formats; None on failure."""
    def image_copy(x: cut['pixels'], y: cut['pixels'], width: cut['pixels'], height: cut['pixels']) -> ImageRef:
        """Makes an image of a part of the display; None on failure."""
    def image_paste(image: ImageRef, x: cut['pixels'], y: cut['pixels'], blend: bool):
        """Puts an image on the display, its top left corner at a pixel; blended by its alpha, or in place of what is
        there."""
    def image_load(filename: text) -> ImageRef: "Reads an image from a file; None on failure."
    def image_save(image: ImageRef, filename: text): "Writes an image to a file; None: the whole display."
    def image_delete(image: ImageRef): "Frees an image."
    c(macros=dict(
          image_paste=r'''
              /* Before Webots 8.5 nothing was blended. */
              #define WB_IMAGE_BLEND(y, blend, ...) y, blend
              #define wb_display_image_paste(display, image, x, ...) \
                wb_display_image_paste(display, image, x, WB_IMAGE_BLEND(__VA_ARGS__, false, ))
          '''))
    cpp(header='webots/ImageRef.hpp',
        virtual='set_color set_alpha set_opacity set_font attach_camera detach_camera draw_pixel draw_line draw_rectangle '
                'draw_oval draw_polygon draw_text fill_rectangle fill_oval fill_polygon image_paste',
        const='image_new image_copy image_load image_save image_delete',
        arguments={'image_paste': 'ImageRef* ir, int x, int y, bool blend = false'},
        by_hand='image_new image_copy image_load image_delete image_paste image_save')
    matlab(arguments={'draw_polygon': 'x, y', 'fill_polygon': 'x, y', 'image_new': 'data, format'})
    python(
        write_only='set_color set_alpha set_opacity', plain='draw_pixel',
        arguments={'image_paste': 'image, x, y, blend=False'}, by_hand='draw_polygon fill_polygon image_new')
