// Camera: pixels of images, and what it recognises.
package com.cyberbotics.webots.controller;

/** Takes colour images: a number 0xAARRGGBB for each pixel, row by row from the top left. */
public class Camera extends CameraFunctions {
  /** Kinds of older releases, when a camera could also be a range finder. */
  public static final int COLOR = 99;
  public static final int RANGE_FINDER = 114;
  public static final int BOTH = 98;

  public Camera(String name) {
    super(name);
  }

  protected Camera(int tag) {
    super(tag);
  }

  /** The red of a pixel of getImage(). [result: 0..255] */
  public static int pixelGetRed(int pixel) {
    return pixel >> 16 & 0xff;
  }

  /** Its green. [result: 0..255] */
  public static int pixelGetGreen(int pixel) {
    return pixel >> 8 & 0xff;
  }

  /** Its blue. [result: 0..255] */
  public static int pixelGetBlue(int pixel) {
    return pixel & 0xff;
  }

  /** The mean of the three. [result: 0..255] */
  public static int pixelGetGray(int pixel) {
    return (pixelGetRed(pixel) + pixelGetGreen(pixel) + pixelGetBlue(pixel)) / 3;
  }

  public static int pixelGetGrey(int pixel) {
    return pixelGetGray(pixel);
  }

  /** The red of the pixel in column x and row y of an image. [result: 0..255] */
  public static int imageGetRed(int[] image, int width, int x, int y) {
    return pixelGetRed(image[y * width + x]);
  }

  /** Its green. [result: 0..255] */
  public static int imageGetGreen(int[] image, int width, int x, int y) {
    return pixelGetGreen(image[y * width + x]);
  }

  /** Its blue. [result: 0..255] */
  public static int imageGetBlue(int[] image, int width, int x, int y) {
    return pixelGetBlue(image[y * width + x]);
  }

  /** The mean of the three. [result: 0..255] */
  public static int imageGetGray(int[] image, int width, int x, int y) {
    return pixelGetGray(image[y * width + x]);
  }

  public static int imageGetGrey(int[] image, int width, int x, int y) {
    return imageGetGray(image, width, x, y);
  }

  /** The range in column x and row y, for a camera of older releases that takes ranges. */
  public static float rangeImageGetDepth(float[] image, int width, int x, int y) {
    return image[y * width + x];
  }

  /** The objects that it recognises. */
  public CameraRecognitionObject[] getRecognitionObjects() {
    final CameraRecognitionObject[] objects =
        new CameraRecognitionObject[Math.max(getRecognitionNumberOfObjects(), 0)];
    for (int i = 0; i < objects.length; ++i)
      objects[i] = new CameraRecognitionObject(Native.recognition_object(getTag(), i),
          Native.text(Native.recognition_model(getTag(), i)));
    return objects;
  }
}
