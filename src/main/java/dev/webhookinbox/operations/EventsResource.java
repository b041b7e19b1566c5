package dev.webhookinbox.operations;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.webhookinbox.signature.Document;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.DefaultValue;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.ParameterIn;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/**
 * {@code /api/events}: found, looked at, retried, discarded. Public, with a public constructor,
 * because JAX-RS makes it.
 */
@Path("events")
@Produces(MediaType.APPLICATION_JSON)
public class EventsResource {

  private static final int MOST_LISTED = 200;
  private static final int MOST_RETRIED = 10_000;

  @Inject Events events;
  @Context SecurityContext caller;
  @Context UriInfo uri;

  /** For JAX-RS. */
  public EventsResource() {}

  @GET
  @Operation(
      summary =
          "Events, newest first, by source, account, type, state, outcome, id, error, object, from, to")
  @Parameter(name = "source", in = ParameterIn.QUERY, description = "of this source")
  @Parameter(name = "account", in = ParameterIn.QUERY, description = "of this account scope")
  @Parameter(name = "type", in = ParameterIn.QUERY, description = "exact, or a prefix with *")
  @Parameter(name = "state", in = ParameterIn.QUERY, description = "pending, running, done, failed")
  @Parameter(name = "outcome", in = ParameterIn.QUERY, description = "how it ended")
  @Parameter(name = "id", in = ParameterIn.QUERY, description = "the beginning of its id")
  @Parameter(name = "error", in = ParameterIn.QUERY, description = "a part of its last error")
  @Parameter(name = "object", in = ParameterIn.QUERY, description = "its object or ordering key")
  @Parameter(name = "from", in = ParameterIn.QUERY, description = "accepted from this instant on")
  @Parameter(name = "to", in = ParameterIn.QUERY, description = "accepted before this instant")
  public Response list(
      @QueryParam("limit") @DefaultValue("50") String limit, @QueryParam("cursor") String cursor) {
    EventFilter filter = EventFilter.of(uri.getQueryParameters()::getFirst);
    EventRef behind = cursor == null ? EventRef.START : EventRef.of(cursor);
    return ok(events.list(filter, behind, Ask.number("limit", limit, MOST_LISTED)));
  }

  @GET
  @Path("{ref}")
  @Operation(summary = "One event with its timeline")
  public Response one(@PathParam("ref") String ref) {
    return ok(whole(EventRef.of(ref)));
  }

  /**
   * Nobody but an operator sees payloads. They leave as a download or as plain text, never as a
   * page.
   */
  @GET
  @Path("{ref}/payload")
  @Produces(MediaType.WILDCARD)
  @Operation(summary = "The payload: as=raw (the exact bytes, to be saved), text or json")
  public Response payload(
      @PathParam("ref") String ref, @QueryParam("as") @DefaultValue("raw") String as) {
    if (!caller.isUserInRole(Role.OPERATOR.word())) {
      return Problem.of(403, "Forbidden", "Payloads take the role operator.").build();
    }
    EventRef key = EventRef.of(ref);
    whole(key);
    return events.payload(key).map(body -> shown(body, as)).orElseGet(EventsResource::gone);
  }

  private static Response shown(byte[] body, String as) {
    return switch (as) {
      case "raw" ->
          Response.ok(body, MediaType.APPLICATION_OCTET_STREAM_TYPE)
              .header(HttpHeaders.CONTENT_DISPOSITION, "attachment; filename=\"payload.bin\"")
              .build();
      case "text" -> Response.ok(text(body), MediaType.TEXT_PLAIN + "; charset=UTF-8").build();
      case "json" -> Response.ok(json(body), MediaType.APPLICATION_JSON_TYPE).build();
      default -> throw Problem.badRequest("as is raw, text or json.");
    };
  }

  private static byte[] json(byte[] body) {
    if (Document.of(body).isEmpty()) {
      throw Problem.badRequest("The payload is no JSON document: ask for as=raw.");
    }
    return body;
  }

  private static String text(byte[] body) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw Problem.badRequest("The payload is no text in UTF-8: ask for as=raw.");
    }
  }

  @POST
  @Path("{ref}/retry")
  @Operation(summary = "Starts a failed event again, with a fresh budget of attempts")
  @RequestBody(description = Ask.WITH_REASON)
  public Response retry(@PathParam("ref") String ref, InputStream body) {
    EventRef key = EventRef.of(ref);
    return events.retry(key, caller(), Ask.of(body).reason())
        ? ok(whole(key))
        : conflict(key, "Only a failed event whose payload is kept can be retried.");
  }

  @POST
  @Path("{ref}/discard")
  @Operation(summary = "Ends a pending or failed event without running it")
  @RequestBody(description = Ask.WITH_REASON)
  public Response discard(@PathParam("ref") String ref, InputStream body) {
    EventRef key = EventRef.of(ref);
    return events.discard(key, caller(), Ask.of(body).reason())
        ? ok(whole(key))
        : conflict(key, "Only a pending or failed event can be discarded.");
  }

  @POST
  @Path("{ref}/release")
  @Operation(
      summary = "Lets the events go on that wait behind a failed one of the same ordering key")
  @RequestBody(description = Ask.WITH_REASON)
  public Response release(@PathParam("ref") String ref, InputStream body) {
    EventRef key = EventRef.of(ref);
    return events.release(key, caller(), Ask.of(body).reason())
        ? ok(whole(key))
        : conflict(key, "Only a failed event that holds up its ordering key can be released.");
  }

  @POST
  @Path("retry")
  @Operation(
      summary =
          "Retries the failed events of a filter, or says how many they are: dryRun, reason, most, perSecond")
  @RequestBody(
      description =
          "{\"filter\": {\"source\", \"account\", \"type\", \"outcome\", \"id\", \"error\", \"object\", \"from\", \"to\"},"
              + " \"dryRun\": false, \"reason\": \"why\", \"most\": 1000, \"perSecond\": 50}")
  public Response retryAll(InputStream body) {
    Ask ask = Ask.of(body);
    EventFilter filter = ask.filter();
    int most = ask.number("most", 1_000, MOST_RETRIED);
    int perSecond = ask.number("perSecond", 50, MOST_RETRIED);
    if (ask.flag("dryRun")) {
      return ok(
          Json.createObjectBuilder().add("wouldRetry", events.retriable(filter, most)).build());
    }
    long retried = events.retryAll(filter, most, perSecond, caller(), ask.reason());
    return ok(Json.createObjectBuilder().add("retried", retried).build());
  }

  private JsonObject whole(EventRef key) {
    return events
        .one(key, caller.isUserInRole(Role.OPERATOR.word()))
        .orElseThrow(EventsResource::unknown);
  }

  private Response conflict(EventRef key, String detail) {
    whole(key);
    return Problem.of(409, "Conflict", detail).build();
  }

  private static WebApplicationException unknown() {
    return new WebApplicationException(
        Problem.of(404, "No such event", "It is not known, or past its retention.").build());
  }

  private static Response gone() {
    return Problem.of(410, "Gone", "The payload is past its retention.").build();
  }

  private static Response ok(JsonObject document) {
    return Response.ok(document.toString()).build();
  }

  private String caller() {
    return caller.getUserPrincipal().getName();
  }
}
