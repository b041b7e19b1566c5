package dev.webhookinbox.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A sender in a process of its own: signed deliveries over kept connections, as fast as they are
 * answered or at a rate. It writes HTTP itself, because a client of the JDK's costs as much as the
 * server. Prints one line of figures.
 */
final class Load {

  /** 24 bytes, as both sources have it. */
  static final String KEY = "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  /**
   * What to send.
   *
   * @param source {@code standard}, which stores, or {@code ping}, which verifies and answers only
   * @param rate deliveries a second; 0 for as many as are answered
   */
  record Order(
      int port,
      String source,
      String type,
      String ids,
      int connections,
      int events,
      int bytes,
      int rate) {

    List<String> arguments() {
      return List.of(
          "" + port, source, type, ids, "" + connections, "" + events, "" + bytes, "" + rate);
    }

    static Order of(String[] a) {
      return new Order(
          Integer.parseInt(a[0]),
          a[1],
          a[2],
          a[3],
          Integer.parseInt(a[4]),
          Integer.parseInt(a[5]),
          Integer.parseInt(a[6]),
          Integer.parseInt(a[7]));
    }
  }

  /** The figures that were printed. */
  record Result(Map<String, Double> figures) {

    static Result of(String line) {
      return new Result(
          Arrays.stream(line.split(" ", -1))
              .map(figure -> figure.split("=", -1))
              .collect(Collectors.toMap(parts -> parts[0], parts -> Double.parseDouble(parts[1]))));
    }

    double figure(String name) {
      return Objects.requireNonNull(figures.get(name), name);
    }
  }

  private final Order order;
  private final AtomicInteger next = new AtomicInteger();
  private final long[] micros;
  private final Map<String, AtomicInteger> results = new TreeMap<>();
  private final List<Exception> faults = new CopyOnWriteArrayList<>();
  private long begun;

  private Load(Order order) {
    this.order = order;
    this.micros = new long[order.events()];
    for (String result : List.of("accepted", "duplicate", "handshake", "other")) {
      results.put(result, new AtomicInteger());
    }
  }

  public static void main(String[] arguments) throws InterruptedException {
    new Load(Order.of(arguments)).run();
  }

  @SuppressWarnings("SystemOut") // the figures are what this process is for
  private void run() throws InterruptedException {
    begun = System.nanoTime();
    Thread[] threads = new Thread[order.connections()];
    for (int n = 0; n < threads.length; n++) {
      threads[n] = new Thread(this::send);
      threads[n].start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    if (!faults.isEmpty()) {
      throw new IllegalStateException(faults.get(0));
    }
    Arrays.sort(micros);
    StringBuilder line = new StringBuilder("rate=" + order.events() / seconds);
    line.append(" p50=").append(micros[micros.length / 2]);
    line.append(" p99=").append(micros[micros.length * 99 / 100]);
    results.forEach((result, count) -> line.append(' ').append(result).append('=').append(count));
    System.out.println(line);
  }

  private void send() {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      int n = next.getAndIncrement();
      while (n < order.events()) {
        n = sendOnOneConnection(n, mac);
      }
    } catch (IOException | GeneralSecurityException e) {
      faults.add(e);
    }
  }

  /** Until the server says that it closes the connection; returns the next that is to be sent. */
  private int sendOnOneConnection(int first, Mac mac) throws IOException, GeneralSecurityException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), order.port())) {
      socket.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(socket.getInputStream());
      int n = first;
      boolean open = true;
      while (n < order.events() && open) {
        byte[] request = request(n, mac);
        long due = awaitTurn(n);
        socket.getOutputStream().write(request);
        String head = head(in);
        micros[n] = (System.nanoTime() - due) / 1_000;
        String result = result(head);
        Objects.requireNonNull(results.get(results.containsKey(result) ? result : "other"))
            .incrementAndGet();
        open = !head.toLowerCase(Locale.ROOT).contains("connection: close");
        n = next.getAndIncrement();
      }
      return n;
    }
  }

  /** At a rate, the time that counts is when it should have been sent, not when there was room. */
  private long awaitTurn(int n) {
    if (order.rate() == 0) {
      return System.nanoTime();
    }
    long due = begun + n * 1_000_000_000L / order.rate();
    for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    return due;
  }

  private byte[] request(int n, Mac mac) throws GeneralSecurityException {
    String id = order.ids() + n;
    byte[] body = body(id);
    ByteArrayOutputStream request = new ByteArrayOutputStream(body.length + 400);
    String head =
        "POST /hooks/%s HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n%s\r\n"
            .formatted(order.source(), body.length, signature(id, body, mac));
    request.writeBytes(head.getBytes(ISO_8859_1));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private byte[] body(String id) {
    String start =
        "{\"type\":\"%s\",\"event\":{\"id\":\"%s\",\"event_type\":\"pagey.ping\"},\"filler\":\""
            .formatted(order.type(), id);
    return (start + "x".repeat(Math.max(0, order.bytes() - start.length() - 2)) + "\"}")
        .getBytes(UTF_8);
  }

  private String signature(String id, byte[] body, Mac mac) throws GeneralSecurityException {
    if (order.source().equals("ping")) {
      mac.init(new SecretKeySpec(KEY.getBytes(UTF_8), "any"));
      return "X-PagerDuty-Signature: v1=" + HexFormat.of().formatHex(mac.doFinal(body)) + "\r\n";
    }
    long time = System.currentTimeMillis() / 1_000;
    mac.init(new SecretKeySpec(Base64.getDecoder().decode(KEY), "any"));
    mac.update((id + "." + time + ".").getBytes(UTF_8));
    return "webhook-id: %s\r\nwebhook-timestamp: %d\r\nwebhook-signature: v1,%s\r\n"
        .formatted(id, time, Base64.getEncoder().encodeToString(mac.doFinal(body)));
  }

  /** Reads one answer without a body, up to the blank line. */
  private static String head(InputStream in) throws IOException {
    StringBuilder head = new StringBuilder();
    while (head.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new EOFException("the server hung up after: " + head);
      }
      head.append((char) next);
    }
    return head.toString();
  }

  private static String result(String head) {
    int at = head.indexOf("Inbox-Result: ");
    return at < 0 || !head.startsWith("HTTP/1.1 200")
        ? "other"
        : head.substring(at + 14, head.indexOf("\r", at));
  }
}
