package dev.webhookinbox.operations;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HexFormat;

/** A sender's address, as far as one sender has it for itself. */
final class RemoteAddress {

  private static final int NETWORK_BYTES = 8;

  private RemoteAddress() {}

  /** The address; of IPv6 the network, in which one sender has 2^64 addresses. */
  static String network(String address) {
    return address.indexOf(':') < 0 ? address : networkOfIpv6(address.replaceFirst("%.*", ""));
  }

  /** With a colon it is a literal: nothing is looked up. */
  private static String networkOfIpv6(String literal) {
    try {
      byte[] bytes = InetAddress.getByName(literal).getAddress();
      return bytes.length <= NETWORK_BYTES
          ? HexFormat.of().formatHex(bytes)
          : HexFormat.of().formatHex(Arrays.copyOf(bytes, NETWORK_BYTES));
    } catch (UnknownHostException e) {
      return literal;
    }
  }
}
