// A device of the robot. Base of the classes of devices.
package com.cyberbotics.webots.controller;

/** A device of the robot. */
public class Device {
  private final int tag;
  private final String name;

  protected Device(String name) {
    this.tag = Native.wb_robot_get_device(Native.bytes(name));
    this.name = name;
  }

  protected Device(int tag) {
    this.tag = tag;
    this.name = Native.text(Native.wb_device_get_name(tag));
  }

  static int tagOf(Device device) {
    return device == null ? 0 : device.tag;
  }

  /** What the controller asks for it by: its field name. */
  public String getName() {
    return name;
  }

  /** Its field model: what thing of the real world it stands for. */
  public String getModel() {
    return Native.text(Native.wb_device_get_model(tag));
  }

  /** The type of its node: one of the constants of Node. */
  public int getNodeType() {
    return Native.wb_device_get_node_type(tag);
  }

  /** What C knows it by. */
  public int getTag() {
    return tag;
  }
}
