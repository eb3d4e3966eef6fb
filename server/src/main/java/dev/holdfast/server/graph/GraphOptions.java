package dev.holdfast.server.graph;

import java.security.SecureRandom;
import java.util.random.RandomGenerator;

/**
 * Settings of the interpreter.
 *
 * @param allowPrivateAddresses whether http steps may speak to machines that are not on the public
 *     internet: this one, its neighbours, and the metadata services of clouds
 * @param responseBytesMax how much of a response an http step takes
 * @param random decides which simulated tasks fail
 */
public record GraphOptions(
    boolean allowPrivateAddresses, int responseBytesMax, RandomGenerator random) {

  public static GraphOptions defaults() {
    return new GraphOptions(false, 1024 * 1024, new SecureRandom());
  }

  public GraphOptions allowPrivateAddresses(boolean allow) {
    return new GraphOptions(allow, responseBytesMax, random);
  }

  public GraphOptions random(RandomGenerator other) {
    return new GraphOptions(allowPrivateAddresses, responseBytesMax, other);
  }
}
