// Node: where it touches others.
package com.cyberbotics.webots.controller;

import java.util.Arrays;

/** A node of the world. */
public class Node extends NodeFunctions {
  Node(long handle) {
    super(handle);
  }

  /** Where it touched others in the last step. */
  public ContactPoint[] getContactPoints() {
    return getContactPoints(false);
  }

  /** The same; with its descendants, where they did. */
  public ContactPoint[] getContactPoints(boolean includeDescendants) {
    final double[] numbers = Native.contact_points(handle, includeDescendants);
    final ContactPoint[] points = new ContactPoint[numbers == null ? 0 : numbers.length / 4];
    for (int i = 0; i < points.length; ++i)
      points[i] = new ContactPoint(Arrays.copyOfRange(numbers, 4 * i, 4 * i + 3), (int) numbers[4 * i + 3]);
    return points;
  }

  /** How many there are. */
  public int getNumberOfContactPoints() {
    return getNumberOfContactPoints(false);
  }

  /** Ends what enableContactPointsTracking() began, with or without its descendants. */
  public void disableContactPointsTracking(boolean includeDescendants) {
    disableContactPointsTracking();
  }
}
