# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Camera(Sensor):
    """Takes colour images: rows of pixels of four bytes B, G, R, A, from the top left."""
    kind = 4
    remote = True
    sampled_by_hand = True
    def get_image() -> bytes_of: "The pixels of the last image, if there is one; they change with the next."
    def get_width() -> int['pixels']: "Columns of an image."
    def get_height() -> int['pixels']: "Rows of an image."
    def get_fov() -> double['rad']: "Horizontal field of view."
    def get_max_fov() -> double['rad']: "The widest that the zoom allows."
    def get_min_fov() -> double['rad']: "The narrowest that the zoom allows."
    def set_fov(fov: double['rad', 'minFov..maxFov']): "Zooms: sets the horizontal field of view."
    def get_exposure() -> double['J/m^2']: "Exposure of the images."
    def set_exposure(exposure: double['J/m^2', '>= 0']): "Sets the exposure of the images."
    def get_focal_length() -> double['m']: "Focal length of the lens; 0 without a Lens."
    def get_focal_distance() -> double['m']: "How far away things are sharp."
    def get_max_focal_distance() -> double['m']: "The farthest that the focus allows."
    def get_min_focal_distance() -> double['m']: "The nearest that the focus allows."
    def set_focal_distance(focal_distance: double['m', 'min..max']): "Sets how far away things are sharp."
    def get_near() -> double['m']: "What is nearer than this is not seen."
    def save_image(filename: text, quality: int['', '1..100']) -> int:
        """Writes the last image, PNG or JPEG by the name's ending (the quality is JPEG's): 0, or -1 on failure."""
    def has_recognition() -> bool: "Whether it recognises objects: it has a Recognition node."
    def recognition_enable(sampling_period: int['ms', '>= 0']):
        """Recognises objects from now on, once in every period; 0 stops it."""
    def recognition_disable(): "Stops recognising objects."
    def recognition_get_sampling_period() -> int['ms']: "The period of recognition; 0: it is not enabled."
    def recognition_get_number_of_objects() -> int: "How many objects it recognises now."
    def recognition_get_objects() -> structs['CameraRecognitionObject']: "The objects that it recognises."
    def recognition_has_segmentation() -> bool: "Whether it makes segmentation images."
    def recognition_enable_segmentation(): "Makes segmentation images from now on."
    def recognition_disable_segmentation(): "Makes no more segmentation images."
    def recognition_is_segmentation_enabled() -> bool: "Whether it makes segmentation images now."
    def recognition_get_segmentation_image() -> bytes_of: "The pixels of the last segmentation image, if there is one."
    def recognition_save_segmentation_image(filename: text, quality: int['', '1..100']) -> int:
        """Writes the last segmentation image as save_image does."""
    @old
    def get_type() -> int: "Whether it takes colours (99) or ranges (114): a camera of older releases could do either."
    @old
    def get_range_image() -> floats_of: "The last range image of a camera of older releases that takes ranges."
    @old
    def get_max_range() -> double['m']: "The farthest range of a camera of older releases that takes ranges."
    @c_only
    def recognition_get_object(index: int) -> structs['CameraRecognitionObject']:
        "One of the objects that it recognises, if there are so many."
    @c_only
    @old
    def get_far() -> double['m']: "The farthest range of a camera that takes ranges; infinity for one that takes colours."
    @c_only
    @old
    @staticmethod
    def range_image_get_value(image: floats_of, near: double['m'], far: double['m'], width: int['pixels'], x: int,
                              y: int) -> float:
        "The range in column x and row y of a range image."
    @c_only
    @old
    def move_window(x: int['pixels'], y: int['pixels']): "Moves the window that shows its images."
    c(includes='camera_recognition_object.h types.h',
      head='Functions for ranges, of older releases, take the tag of a RangeFinder too.',
      before='''
          /* Results of wb_camera_get_type of older releases. */
          #define WB_CAMERA_COLOR 99
          #define WB_CAMERA_RANGE_FINDER 114
          #define WB_CAMERA_BOTH 98
          #define WB_CAMERA_BLACK_AND_WHITE 103 /* of Webots 6.0: no camera is one */
      ''',
      after=r'''
          /* One component of the pixel in column x and row y, 0 to 255. */
          #define wb_camera_image_get_red(image, width, x, y) ((image)[4 * ((y) * (width) + (x)) + 2])
          #define wb_camera_image_get_green(image, width, x, y) ((image)[4 * ((y) * (width) + (x)) + 1])
          #define wb_camera_image_get_blue(image, width, x, y) ((image)[4 * ((y) * (width) + (x))])
          #define wb_camera_image_get_gray(image, width, x, y)                                              \
            ((wb_camera_image_get_red(image, width, x, y) + wb_camera_image_get_green(image, width, x, y) + \
              wb_camera_image_get_blue(image, width, x, y)) /                                               \
             3)
          #define wb_camera_image_get_grey(image, width, x, y) wb_camera_image_get_gray(image, width, x, y)
          #define wb_camera_range_image_get_depth(image, width, x, y) ((image)[(y) * (width) + (x)])
      ''')
    cpp(virtual='set_fov set_focal_distance', header='webots/camera_recognition_object.h', names=dict(
            recognition_get_sampling_period='getRecognitionSamplingPeriod',
            recognition_get_number_of_objects='getRecognitionNumberOfObjects',
            recognition_get_objects='getRecognitionObjects',
            recognition_has_segmentation='hasRecognitionSegmentation',
            recognition_enable_segmentation='enableRecognitionSegmentation',
            recognition_disable_segmentation='disableRecognitionSegmentation',
            recognition_is_segmentation_enabled='isRecognitionSegmentationEnabled',
            recognition_get_segmentation_image='getRecognitionSegmentationImage',
            recognition_save_segmentation_image='saveRecognitionSegmentationImage'),
        before='typedef WbCameraRecognitionObject CameraRecognitionObject;',
        const='save_image recognition_save_segmentation_image',
        extra='''
            static unsigned char imageGetRed(const unsigned char* image, int width, int x, int y);
            static unsigned char imageGetGreen(const unsigned char* image, int width, int x, int y);
            static unsigned char imageGetBlue(const unsigned char* image, int width, int x, int y);
            static unsigned char imageGetGray(const unsigned char* image, int width, int x, int y);
            static unsigned char imageGetGrey(const unsigned char* image, int width, int x, int y);

            // Kinds of older releases, when a camera could also be a range finder.
            enum { COLOR = 'c', RANGE_FINDER = 'r', BOTH = 'b' };
            static float rangeImageGetDepth(const float* image, int width, int x, int y);
        ''')
    python(
        names=dict(
            recognition_get_sampling_period='getRecognitionSamplingPeriod',
            recognition_get_number_of_objects='getRecognitionNumberOfObjects',
            recognition_has_segmentation='hasRecognitionSegmentation',
            recognition_enable_segmentation='enableRecognitionSegmentation',
            recognition_disable_segmentation='disableRecognitionSegmentation',
            recognition_is_segmentation_enabled='isRecognitionSegmentationEnabled',
            recognition_save_segmentation_image='saveRecognitionSegmentationImage'),
        plain='has_recognition get_type get_max_range recognition_has_segmentation recognition_get_sampling_period '
              'recognition_get_number_of_objects recognition_is_segmentation_enabled',
        arguments={'set_fov': 'f', 'set_focal_distance': 'd'},
        by_hand='get_image recognition_get_objects recognition_get_segmentation_image get_range_image',
        exports='CameraRecognitionObject')
