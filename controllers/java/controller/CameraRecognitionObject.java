// An object that a camera recognises.
package com.cyberbotics.webots.controller;

import java.util.Arrays;

/** An object that a camera recognises. */
public class CameraRecognitionObject {
  private final double[] numbers; // as Native.recognition_object answers them
  private final String model;

  CameraRecognitionObject(double[] numbers, String model) {
    this.numbers = numbers;
    this.model = model;
  }

  private double[] from(int first, int count) {
    return Arrays.copyOfRange(numbers, first, first + count);
  }

  private int[] whole(int first) {
    return new int[] {(int) numbers[first], (int) numbers[first + 1]};
  }

  /** Of the node, for the supervisor. */
  public int getId() {
    return (int) numbers[0];
  }

  /** In m, in the axes of the camera. */
  public double[] getPosition() {
    return from(1, 3);
  }

  /** Axis and angle, in the axes of the camera. */
  public double[] getOrientation() {
    return from(4, 4);
  }

  /** In m, in the plane across the view. */
  public double[] getSize() {
    return from(8, 2);
  }

  /** In pixels. */
  public int[] getPositionOnImage() {
    return whole(10);
  }

  /** In pixels. */
  public int[] getSizeOnImage() {
    return whole(12);
  }

  /** How many colours it has. */
  public int getNumberOfColors() {
    return (numbers.length - 14) / 3;
  }

  /** Three numbers for each colour. */
  public double[] getColors() {
    return from(14, numbers.length - 14);
  }

  public String getModel() {
    return model;
  }
}
