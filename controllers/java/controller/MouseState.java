// Pointer and buttons of a mouse.
package com.cyberbotics.webots.controller;

/** Pointer and buttons; NaN where it does not apply. */
public class MouseState {
  private final double[] numbers; // as Native.mouse_state answers them

  MouseState(double[] numbers) {
    this.numbers = numbers;
  }

  /** 0 (left) to 1 (right) of the view. */
  public double getU() {
    return numbers[0];
  }

  /** 0 (top) to 1 (bottom) of the view. */
  public double getV() {
    return numbers[1];
  }

  /** What it points at, in the world. */
  public double getX() {
    return numbers[2];
  }

  public double getY() {
    return numbers[3];
  }

  public double getZ() {
    return numbers[4];
  }

  /** Whether that button is down. */
  public boolean getLeft() {
    return numbers[5] != 0;
  }

  public boolean getMiddle() {
    return numbers[6] != 0;
  }

  public boolean getRight() {
    return numbers[7] != 0;
  }
}
