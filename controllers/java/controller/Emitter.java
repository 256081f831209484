// Emitter: its packets.
package com.cyberbotics.webots.controller;

/** Sends packets of bytes to receivers. */
public class Emitter extends EmitterFunctions {
  public Emitter(String name) {
    super(name);
  }

  protected Emitter(int tag) {
    super(tag);
  }

  /** Queues a packet: 1, or 0 if the buffer is full. */
  public int send(byte[] data) {
    return send(data, data.length);
  }

  /** The same of the first bytes. */
  public int send(byte[] data, int size) {
    return Native.emitter_send(getTag(), data, size);
  }
}
