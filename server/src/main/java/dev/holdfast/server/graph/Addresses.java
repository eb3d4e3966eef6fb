package dev.holdfast.server.graph;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/**
 * Which machines an http step may speak to. Whoever may define workflows could otherwise use the
 * server to reach what only the server can reach: itself, its neighbours, the metadata service of
 * its cloud.
 */
final class Addresses {

  private Addresses() {}

  /** Whether this is an ordinary address of the public internet. */
  static boolean isPublic(InetAddress address) {
    if (address.isAnyLocalAddress()
        || address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()) {
      return false;
    }
    return switch (address) {
      case Inet4Address four -> isPublic(four.getAddress());
      case Inet6Address six -> isPublicSix(six.getAddress());
      default -> false;
    };
  }

  private static boolean isPublic(byte[] four) {
    int a = four[0] & 0xff;
    int b = four[1] & 0xff;
    int c = four[2] & 0xff;
    boolean shared = a == 100 && (b & 0xc0) == 64;
    boolean special = a == 192 && b == 0 && (c == 0 || c == 2);
    boolean testing = a == 198 && ((b & 0xfe) == 18 || (b == 51 && c == 100));
    boolean documentation = a == 203 && b == 0 && c == 113;
    return !(a == 0 || a == 10 || a == 127 || a >= 224)
        && !(shared || special || testing || documentation)
        && !(a == 172 && (b & 0xf0) == 16)
        && !(a == 192 && b == 168)
        && !(a == 169 && b == 254);
  }

  private static boolean isPublicSix(byte[] six) {
    boolean uniqueLocal = (six[0] & 0xfe) == 0xfc;
    boolean documentation =
        six[0] == 0x20 && six[1] == 0x01 && six[2] == 0x0d && (six[3] & 0xff) == 0xb8;
    boolean teredo = six[0] == 0x20 && six[1] == 0x01 && six[2] == 0 && six[3] == 0;
    boolean global = (six[0] & 0xe0) == 0x20;
    if (isPrefix(six, 0x00, 0x64, 0xff, 0x9b)) {
      // A network that translates: the last four bytes are the address that is meant.
      return isPublicFour(Arrays.copyOfRange(six, 12, 16));
    }
    if (six[0] == 0x20 && six[1] == 0x02) {
      return isPublicFour(Arrays.copyOfRange(six, 2, 6));
    }
    return global && !uniqueLocal && !documentation && !teredo;
  }

  private static boolean isPublicFour(byte[] four) {
    try {
      return isPublic(InetAddress.getByAddress(four));
    } catch (UnknownHostException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  private static boolean isPrefix(byte[] address, int... prefix) {
    for (int i = 0; i < prefix.length; i++) {
      if ((address[i] & 0xff) != prefix[i]) {
        return false;
      }
    }
    return true;
  }
}
