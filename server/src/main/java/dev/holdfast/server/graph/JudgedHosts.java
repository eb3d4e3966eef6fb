package dev.holdfast.server.graph;

import static java.net.spi.InetAddressResolver.LookupPolicy.IPV4;
import static java.net.spi.InetAddressResolver.LookupPolicy.IPV4_FIRST;
import static java.net.spi.InetAddressResolver.LookupPolicy.IPV6;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.net.spi.InetAddressResolver;
import java.net.spi.InetAddressResolverProvider;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Lets a name stand for the addresses that were judged, for as long as a request to it is under way
 * and a little longer: one that is given up may still be about to connect. The HTTP client looks
 * the name up by itself, and whoever owns the name could give it another answer than the one that
 * was judged.
 *
 * <p>Public only for the runtime, which finds it as a service and asks it for every name that it
 * does not remember.
 */
public final class JudgedHosts extends InetAddressResolverProvider {

  /** What the runtime reads as an address: those are the same whoever looks. */
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

  /** How long a name stays in place behind the last request to it. */
  static final long LINGER_NANOS = TimeUnit.MINUTES.toNanos(1);

  private static final Map<String, Judged> HELD = new ConcurrentHashMap<>();

  /** Who knows the names; null where this is not installed, as inside of other servers. */
  private static volatile @Nullable InetAddressResolver usual;

  /**
   * What a name stands for, how many requests rely on it, and when the last to do so ended.
   *
   * @param endedNanos as {@link System#nanoTime} counts
   */
  private record Judged(List<InetAddress> addresses, int requests, long endedNanos) {

    boolean isOver(long nanos) {
      return requests == 0 && nanos - endedNanos > LINGER_NANOS;
    }
  }

  /** Holds a name in place. */
  record Hold(String host) implements AutoCloseable {

    @Override
    public void close() {
      long now = System.nanoTime();
      HELD.computeIfPresent(
          key(host), (name, held) -> new Judged(held.addresses, held.requests - 1, now));
      HELD.values().removeIf(held -> held.isOver(now));
    }
  }

  /**
   * What the name stands for now. The runtime does not get to remember the answer: it would tell it
   * to the client of another request, whatever becomes of this one.
   */
  static List<InetAddress> lookUp(String host) throws UnknownHostException {
    if (usual == null) {
      // The first name that anybody asks for makes the runtime look for this class.
      InetAddress.getAllByName("localhost");
    }
    var resolver = usual;
    if (resolver == null || ADDRESS.matcher(host).matches()) {
      return List.of(InetAddress.getAllByName(host));
    }
    var policy = InetAddressResolver.LookupPolicy.of(IPV4 | IPV6 | IPV4_FIRST);
    return resolver.lookupByName(host, policy).toList();
  }

  static Hold hold(String host, List<InetAddress> addresses) {
    HELD.merge(
        key(host),
        new Judged(addresses, 1, 0),
        (before, now) -> new Judged(addresses, before.requests + 1, 0));
    return new Hold(host);
  }

  private static String key(String host) {
    return host.toLowerCase(Locale.ROOT);
  }

  @Override
  public InetAddressResolver get(Configuration configuration) {
    return over(configuration.builtinResolver());
  }

  /** For a test that has names of its own. */
  static InetAddressResolver over(InetAddressResolver others) {
    usual = others;
    return new Holding(others, System::nanoTime);
  }

  @Override
  public String name() {
    return "holdfast";
  }

  /** Answers for names that are held, and asks the usual one for all others. */
  record Holding(InetAddressResolver others, LongSupplier nanos) implements InetAddressResolver {

    @Override
    public Stream<InetAddress> lookupByName(String host, LookupPolicy policy)
        throws UnknownHostException {
      var held = HELD.get(key(host));
      return held == null || held.isOver(nanos.getAsLong())
          ? others.lookupByName(host, policy)
          : held.addresses.stream();
    }

    @Override
    public String lookupByAddress(byte[] address) throws UnknownHostException {
      return others.lookupByAddress(address);
    }
  }
}
