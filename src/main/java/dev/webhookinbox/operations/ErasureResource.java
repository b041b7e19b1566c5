package dev.webhookinbox.operations;

import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;

/**
 * {@code /api/erasures}: payloads removed before their time. Public, with a public constructor,
 * because JAX-RS makes it.
 */
@Path("erasures")
@Produces(MediaType.APPLICATION_JSON)
public class ErasureResource {

  @Inject Erasure erasure;
  @Context SecurityContext caller;

  /** For JAX-RS. */
  public ErasureResource() {}

  @POST
  @Operation(
      summary =
          "Removes payloads now and keeps identities: of one event (ref), or of all of an account"
              + " (provider, account); reason")
  public Response erase(InputStream body) {
    Ask ask = Ask.of(body);
    String reason = ask.reason();
    return ask.has("ref")
        ? event(EventRef.of(ask.text("ref")), reason)
        : account(ask.text("provider"), ask.text("account"), reason);
  }

  private Response event(EventRef ref, String reason) {
    Erasure.Erased erased = erasure.event(ref, caller(), reason);
    return erased.events() == 0
        ? Problem.of(404, "No such event", "It is not known, or past its retention.").build()
        : ok(erased.events(), erased.payloads());
  }

  private Response account(String provider, String account, String reason) {
    long events = 0;
    long payloads = 0;
    String last = "";
    while (last != null) {
      EventRef behind = new EventRef(provider, account, last, 0);
      Erasure.Erased erased = erasure.ofAccount(behind, caller(), reason);
      events += erased.events();
      payloads += erased.payloads();
      last = erased.last();
    }
    return ok(events, payloads);
  }

  private static Response ok(long events, long payloads) {
    return Response.ok(
            Json.createObjectBuilder()
                .add("events", events)
                .add("payloads", payloads)
                .build()
                .toString())
        .build();
  }

  private String caller() {
    return caller.getUserPrincipal().getName();
  }
}
