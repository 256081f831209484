// Where a solid touches another.
package com.cyberbotics.webots.controller;

/** Where a solid touches another. */
public class ContactPoint {
  private final double[] point;
  private final int nodeId;

  ContactPoint(double[] point, int nodeId) {
    this.point = point;
    this.nodeId = nodeId;
  }

  /** In m, in the axes of the world. */
  public double[] getPoint() {
    return point.clone();
  }

  /** Of the solid, or of its descendant, that touches there. */
  public int getNodeId() {
    return nodeId;
  }

  public int getNode_id() {
    return nodeId;
  }
}
