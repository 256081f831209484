// A point of a lidar's cloud.
package com.cyberbotics.webots.controller;

/** A point of a lidar's cloud. */
public class LidarPoint {
  private final float x;
  private final float y;
  private final float z;
  private final int layerId;
  private final float time;

  LidarPoint(float[] numbers, int first) {
    x = numbers[first];
    y = numbers[first + 1];
    z = numbers[first + 2];
    layerId = (int) numbers[first + 3];
    time = numbers[first + 4];
  }

  /** All points of an array as Native.lidar_points answers it. */
  static LidarPoint[] all(float[] numbers) {
    if (numbers == null)
      return null;
    final LidarPoint[] points = new LidarPoint[numbers.length / 5];
    for (int i = 0; i < points.length; ++i)
      points[i] = new LidarPoint(numbers, 5 * i);
    return points;
  }

  /** In m, in the axes of the lidar. */
  public float getX() {
    return x;
  }

  public float getY() {
    return y;
  }

  public float getZ() {
    return z;
  }

  /** 0 is the top layer. */
  public int getLayerId() {
    return layerId;
  }

  /** When it was measured, in s. */
  public float getTime() {
    return time;
  }
}
