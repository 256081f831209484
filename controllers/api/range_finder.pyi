# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class RangeFinder(Sensor):
    """Takes depth images: rows of ranges in m, from the top left, infinite where nothing is within its range."""
    kind = 22
    def get_range_image() -> floats_of: "The ranges of the last image in m, if there is one; they change with the next."
    def get_width() -> int['pixels']: "Columns of an image."
    def get_height() -> int['pixels']: "Rows of an image."
    def get_fov() -> double['rad']: "Horizontal field of view."
    def get_min_range() -> double['m']: "What is nearer is not seen."
    def get_max_range() -> double['m']: "What is farther is infinitely far."
    def save_image(filename: text, quality: int['', '1..100']) -> int:
        """Writes the last image, PNG, JPEG or HDR by the name's ending (the quality is JPEG's): 0, or -1 on failure."""
    @c_only
    @old
    def get_image() -> floats_of: "The ranges of the last image, if there is one."
    c(after='''
        /* The range in column x and row y. [m] */
        #define wb_range_finder_image_get_depth(image, width, x, y) ((image)[(y) * (width) + (x)])
    ''')
    cpp(const='save_image',
        extra='static float rangeImageGetDepth(const float* image, int width, int x, int y);')
    python(by_hand='get_range_image')
