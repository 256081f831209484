// Mouse: its state.
package com.cyberbotics.webots.controller;

/** The mouse over the picture of the world. */
public class Mouse extends MouseFunctions {
  /** Pointer and buttons. */
  public MouseState getState() {
    return new MouseState(Native.mouse_state());
  }
}
