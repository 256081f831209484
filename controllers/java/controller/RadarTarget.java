// What a radar sees.
package com.cyberbotics.webots.controller;

/** What a radar sees. */
public class RadarTarget {
  private final double distance;
  private final double receivedPower;
  private final double speed;
  private final double azimuth;

  RadarTarget(double[] numbers, int first) {
    distance = numbers[first];
    receivedPower = numbers[first + 1];
    speed = numbers[first + 2];
    azimuth = numbers[first + 3];
  }

  /** In m. */
  public double getDistance() {
    return distance;
  }

  /** In dBm. */
  public double getReceivedPower() {
    return receivedPower;
  }

  /** In m/s, positive when it goes away. */
  public double getSpeed() {
    return speed;
  }

  /** In rad, positive to the right. */
  public double getAzimuth() {
    return azimuth;
  }
}
