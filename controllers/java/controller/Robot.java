// The robot: its life, and the objects of its devices.
package com.cyberbotics.webots.controller;

import java.util.HashMap;
import java.util.Map;

/** The robot that the controller controls. A controller has one object of it. */
public class Robot extends RobotFunctions {
  private static Robot robot;

  private final Map<Integer, Device> devices = new HashMap<>(); // by tag
  // Devices as older controllers know them, by tag.
  private final Map<Integer, Servo> servos = new HashMap<>();
  private final Map<Integer, Camera> rangeCameras = new HashMap<>();
  private final Joystick joystick = new Joystick();
  private final Keyboard keyboard = new Keyboard();
  private final Mouse mouse = new Mouse();

  public Robot() {
    if (robot != null)
      throw new IllegalStateException("there is a Robot already; a controller can only have one");
    Native.wb_robot_init();
    robot = this;
  }

  static Robot robot() {
    return robot;
  }

  /** Ends the controller for the simulation, which does not wait for it any more. */
  public synchronized void delete() {
    if (robot != this)
      return;
    robot = null;
    Native.wb_robot_cleanup();
  }

  static <T> T device(int tag, Class<T> kind) {
    final Device device = robot == null ? null : robot.find(tag);
    return kind.isInstance(device) ? kind.cast(device) : null;
  }

  @Override
  <T> T deviceOf(String name, Class<T> kind) {
    return device(tag(name), kind);
  }

  private static int tag(String name) {
    return Native.wb_robot_get_device(Native.bytes(name));
  }

  private static boolean isOf(int tag, int type) {
    return tag != 0 && Native.wb_device_get_node_type(tag) == type;
  }

  private synchronized Device find(int tag) {
    if (tag == 0)
      return null;
    Device device = devices.get(tag);
    if (device == null) {
      device = createDevice(tag, Native.wb_device_get_node_type(tag));
      devices.put(tag, device);
    }
    return device;
  }

  /** The device of that name; null if there is none. */
  public Device getDevice(String name) {
    return find(tag(name));
  }

  /** The device of that number; null if there are not so many. */
  public Device getDeviceByIndex(int index) {
    return find(Native.wb_robot_get_device_by_index(index));
  }

  /** The camera of that name; in worlds of older releases it can be a range finder. */
  public Camera getCamera(String name) {
    final int tag = tag(name);
    if (isOf(tag, Node.RANGE_FINDER)) {
      final Camera camera = rangeCameras.computeIfAbsent(tag, Camera::new);
      return camera.getType() == Camera.RANGE_FINDER ? camera : null;
    }
    return device(tag, Camera.class);
  }

  /** The motor of that name with its sensor, as older releases had them. */
  public Servo getServo(String name) {
    final int tag = tag(name);
    final boolean isMotor = isOf(tag, Node.ROTATIONAL_MOTOR) || isOf(tag, Node.LINEAR_MOTOR);
    return isMotor ? servos.computeIfAbsent(tag, Servo::new) : null;
  }

  /** The joystick. */
  public Joystick getJoystick() {
    return joystick;
  }

  /** The keyboard. */
  public Keyboard getKeyboard() {
    return keyboard;
  }

  /** The mouse. */
  public Mouse getMouse() {
    return mouse;
  }

  /** The names of older releases for the functions of Keyboard. */
  public void keyboardEnable(int samplingPeriod) {
    Native.wb_robot_keyboard_enable(samplingPeriod);
  }

  public void keyboardDisable() {
    Native.wb_robot_keyboard_disable();
  }

  /** The next of the keys that are down; 0 after the last. */
  public int keyboardGetKey() {
    return Native.wb_robot_keyboard_get_key();
  }

  /** Sends a message to the robot window. */
  public void wwiSendText(String text) {
    Native.wwi_send(Native.bytes(text));
  }

  /** A message of the robot window; null if there is none. */
  public String wwiReceiveText() {
    final byte[] text = Native.wwi_receive_text();
    return text == null ? null : Native.text(text);
  }
}
