package dev.webhookinbox.route;

import dev.webhookinbox.platform.Settings;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Which targets may be called: {@code inbox.http.allow} names hosts ({@code orders.internal},
 * {@code *.example.com}) and blocks of addresses ({@code 10.0.0.0/8}). Without it any may be, but
 * no link-local address: there clouds keep the credentials of their machines. Asked before each
 * call, because a name may lead elsewhere tomorrow.
 */
final class AllowedTargets {

  private static final String KEY = "inbox.http.allow";
  private static final Pattern NAME = Pattern.compile("(\\*\\.)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?");
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[0-9a-f:.]*:[0-9a-f:.]*");

  private final List<String> names = new ArrayList<>();
  private final List<Block> blocks = new ArrayList<>();

  private record Block(InetAddress address, int bits) {

    boolean holds(InetAddress other) {
      byte[] mine = address.getAddress();
      byte[] its = other.getAddress();
      return mine.length == its.length && Arrays.equals(masked(mine), masked(its));
    }

    private byte[] masked(byte[] bytes) {
      byte[] masked = bytes.clone();
      for (int bit = bits; bit < 8 * masked.length; bit++) {
        masked[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
      }
      return masked;
    }
  }

  static AllowedTargets read(Settings settings) {
    AllowedTargets allowed = new AllowedTargets();
    for (String entry : settings.list(KEY)) {
      String text = entry.toLowerCase(Locale.ROOT);
      int slash = text.indexOf('/');
      boolean isUsable = slash < 0 ? allowed.addHost(text) : allowed.addBlock(text, slash);
      if (!isUsable) {
        settings.fault(
            KEY,
            "holds what is neither a host nor a block of addresses",
            "give names such as orders.internal or *.example.com, and blocks such as 10.0.0.0/8");
      }
    }
    if (settings.isSet(KEY) && settings.list(KEY).isEmpty()) {
      settings.fault(KEY, "is empty", "name the hosts that may be called, or remove the key");
    }
    return allowed;
  }

  private boolean addHost(String text) {
    if (ADDRESS.matcher(text).matches()) {
      return addBlock(text + (text.contains(":") ? "/128" : "/32"), text.length());
    }
    return NAME.matcher(text).matches() && names.add(text);
  }

  private boolean addBlock(String text, int slash) {
    String address = text.substring(0, slash);
    String bits = text.substring(slash + 1);
    if (!ADDRESS.matcher(address).matches() || !bits.matches("\\d{1,3}")) {
      return false;
    }
    try {
      InetAddress base = InetAddress.getByName(address);
      int length = Integer.parseInt(bits);
      return length <= 8 * base.getAddress().length && blocks.add(new Block(base, length));
    } catch (UnknownHostException e) {
      return false;
    }
  }

  /**
   * Whether this host may be called now.
   *
   * @throws UnknownHostException if it cannot be found now
   */
  boolean holds(String host) throws UnknownHostException {
    String name = host.toLowerCase(Locale.ROOT);
    boolean isOpen = names.isEmpty() && blocks.isEmpty();
    if (names.stream().anyMatch(pattern -> matches(pattern, name))) {
      return true;
    }
    return Arrays.stream(InetAddress.getAllByName(bare(name)))
        .allMatch(address -> isOpen ? !address.isLinkLocalAddress() : isInBlock(address));
  }

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private boolean isInBlock(InetAddress address) {
    return blocks.stream().anyMatch(block -> block.holds(address));
  }

  static boolean matches(String pattern, String name) {
    return pattern.startsWith("*.")
        ? name.endsWith(pattern.substring(1)) && name.length() > pattern.length() - 1
        : pattern.equals(name);
  }
}
