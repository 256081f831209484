// Driver: its life.
package com.cyberbotics.webots.controller.vehicle;

/** Drives a car. Angles are in rad, speeds in km/h. */
public class Driver extends DriverFunctions {
  private static Driver driver;

  public Driver() {
    Native.wbu_driver_init();
    driver = this;
  }

  /** Whether the robot is a car. */
  public static boolean isInitialisationPossible() {
    return Native.wbu_driver_initialization_is_possible();
  }

  /** The one that there is, made if there is none. */
  public static Driver getDriverInstance() {
    return driver == null ? new Driver() : driver;
  }

  @Override
  public synchronized void delete() {
    driver = null;
    Native.wbu_driver_cleanup();
    super.delete();
  }
}
