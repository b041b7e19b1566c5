package dev.webhookinbox.operations;

import dev.webhookinbox.inbox.ActionKey;
import dev.webhookinbox.inbox.UndecidedAction;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.SecurityContext;
import java.io.InputStream;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;

/**
 * {@code /api/actions}: actions in other systems of which a person must say whether they took
 * place. Public, with a public constructor, because JAX-RS makes it.
 */
@Path("actions")
@Produces(MediaType.APPLICATION_JSON)
public class ActionsResource {

  private static final int MOST = 200;

  @Inject Decisions decisions;
  @Context SecurityContext caller;

  /** For JAX-RS. */
  public ActionsResource() {}

  @GET
  @Operation(summary = "Actions that need a decision, the longest waiting first, 200 at the most")
  public Response undecided() {
    JsonArrayBuilder array = Json.createArrayBuilder();
    decisions.due(MOST).forEach(action -> array.add(json(action)));
    return Response.ok(Json.createObjectBuilder().add("actions", array).build().toString()).build();
  }

  private static JsonObjectBuilder json(UndecidedAction action) {
    ActionKey key = action.key();
    return Json.createObjectBuilder()
        .add("provider", key.provider())
        .add("account", key.accountScope())
        .add("operation", key.operation())
        .add("businessKey", key.businessKey())
        .add("idempotencyKey", key.toString())
        .add("why", action.reason())
        .add("event", action.eventId())
        .add("ref", new EventRef(key.provider(), key.accountScope(), action.eventId(), 0).text());
  }

  @POST
  @Path("decide")
  @Operation(summary = "Says whether an action took place; what waited for it runs again")
  @RequestBody(
      description =
          "{\"provider\", \"account\", \"operation\", \"businessKey\", \"happened\": true or false,"
              + " \"result\": what the other system gave, where it happened, \"reason\"}")
  public Response decide(InputStream body) {
    Ask ask = Ask.of(body);
    ActionKey action =
        new ActionKey(
            ask.text("provider"),
            ask.text("account"),
            ask.text("operation"),
            ask.text("businessKey"));
    Deed deed = new Deed(caller.getUserPrincipal().getName(), ask.reason());
    boolean decided =
        ask.decision("happened")
            ? decisions.happened(action, ask.text("result", ""), deed)
            : decisions.didNotHappen(action, deed);
    return decided
        ? Response.ok(Json.createObjectBuilder().add("decided", true).build().toString()).build()
        : Problem.of(409, "Conflict", "There is no such decision to be made any more.").build();
  }
}
