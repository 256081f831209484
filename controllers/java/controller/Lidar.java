// Lidar: its points.
package com.cyberbotics.webots.controller;

/** Measures ranges in all directions of a fan: rows of ranges, a row a layer. */
public class Lidar extends LidarFunctions {
  public Lidar(String name) {
    super(name);
  }

  protected Lidar(int tag) {
    super(tag);
  }

  /** The last point cloud; null if there is none. */
  public LidarPoint[] getPointCloud() {
    return LidarPoint.all(Native.lidar_points(getTag(), -1));
  }

  /** The points of one layer; null if there are none. */
  public LidarPoint[] getLayerPointCloud(int layer) {
    return layer < 0 ? null : LidarPoint.all(Native.lidar_points(getTag(), layer));
  }

  /** A point of the last point cloud; null if there is none. */
  public LidarPoint getPoint(int index) {
    final float[] numbers = Native.lidar_points(getTag(), -1);
    return numbers == null || index < 0 || index >= numbers.length / 5 ? null : new LidarPoint(numbers, 5 * index);
  }
}
