// Receiver: its packets.
package com.cyberbotics.webots.controller;

/** Receives the packets of emitters into a queue: the first of it is the one that is spoken of. */
public class Receiver extends ReceiverFunctions {
  public Receiver(String name) {
    super(name);
  }

  protected Receiver(int tag) {
    super(tag);
  }

  /** Bytes of the first packet; null if there is none. */
  public byte[] getData() {
    return Native.receiver_data(getTag());
  }
}
