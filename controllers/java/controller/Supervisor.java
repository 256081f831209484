// The supervisor: what is more than one function of C.
package com.cyberbotics.webots.controller;

/** A robot that sees and changes the whole world. */
public class Supervisor extends SupervisorFunctions {
  public static final int MOVIE_READY = 0;
  public static final int MOVIE_RECORDING = 1;
  public static final int MOVIE_SAVING = 2;
  public static final int MOVIE_WRITE_ERROR = 3;
  public static final int MOVIE_ENCODING_ERROR = 4;
  public static final int MOVIE_SIMULATION_ERROR = 5;

  /** The one that there is, made if there is none; null if a Robot is there that is no Supervisor. */
  public static Supervisor getSupervisorInstance() {
    final Robot robot = Robot.robot();
    if (robot == null)
      return new Supervisor();
    return robot instanceof Supervisor ? (Supervisor) robot : null;
  }

  /** The node of a device. */
  public Node getFromDevice(Device device) {
    return getFromDeviceTag(Device.tagOf(device));
  }

  public Node getFromDeviceTag(int tag) {
    return Node.find(Native.wb_supervisor_node_get_from_device(tag));
  }

  /** The names of older releases. */
  public boolean saveWorld() {
    return worldSave();
  }

  public int getMovieStatus() {
    return movieGetStatus();
  }

  /** How the last movie went: one of the constants MOVIE. */
  public int movieGetStatus() {
    return Native.wb_supervisor_movie_get_status();
  }

  public void startMovie(String file, int width, int height, int codec, int quality, int acceleration,
      boolean caption) {
    movieStartRecording(file, width, height, codec, quality, acceleration, caption);
  }

  public void startMovie(String file, int width, int height, int codec, int quality) {
    startMovie(file, width, height, codec, quality, 1, false);
  }
}
