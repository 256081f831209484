// Motion: its life.
package com.cyberbotics.webots.controller;

/** A motion file being played. Times are in ms. */
public class Motion extends MotionFunctions {
  public Motion(String fileName) {
    super(Native.motion_new(Native.bytes(fileName)));
  }

  /** False if the file is missing or wrong. */
  public boolean isValid() {
    return handle != 0;
  }

  /** Frees it; it is not used any more. */
  public void delete() {
    Native.motion_delete(handle);
  }
}
