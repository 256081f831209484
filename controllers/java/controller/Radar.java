// Radar: its targets.
package com.cyberbotics.webots.controller;

/** Sees targets: solids with a radar cross section. */
public class Radar extends RadarFunctions {
  public Radar(String name) {
    super(name);
  }

  protected Radar(int tag) {
    super(tag);
  }

  /** The targets that it sees. */
  public RadarTarget[] getTargets() {
    final double[] numbers = Native.radar_targets(getTag());
    final RadarTarget[] targets = new RadarTarget[numbers == null ? 0 : numbers.length / 4];
    for (int i = 0; i < targets.length; ++i)
      targets[i] = new RadarTarget(numbers, 4 * i);
    return targets;
  }
}
