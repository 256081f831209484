// RangeFinder: pixels of images.
package com.cyberbotics.webots.controller;

/** Takes depth images: rows of ranges in m, from the top left, infinite where nothing is within its range. */
public class RangeFinder extends RangeFinderFunctions {
  public RangeFinder(String name) {
    super(name);
  }

  protected RangeFinder(int tag) {
    super(tag);
  }

  /** The range in column x and row y. */
  public static float rangeImageGetDepth(float[] image, int width, int x, int y) {
    return image[y * width + x];
  }
}
