package dev.webhookinbox.endpoint;

import dev.webhookinbox.signature.Headers;
import dev.webhookinbox.signature.RawRequest;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.OPTIONS;
import jakarta.ws.rs.PATCH;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;

/**
 * {@code /hooks/{source}}: takes the bytes off the wire and lets the {@link FrontDoor} answer. The
 * entity is read here, once, and nothing asks for parameters before: that would empty a form.
 * Public, with a public constructor, because JAX-RS makes it.
 */
@Path("{source}")
public class HookResource {

  @Inject FrontDoor door;
  @Context HttpHeaders headers;
  @Context UriInfo uri;
  @Context Request request;
  @Inject HttpServletRequest connection;

  /** For JAX-RS. */
  public HookResource() {}

  /** A delivery, or a handshake that comes as one. */
  @POST
  public Response receive(@PathParam("source") String source, InputStream body) {
    return door.receive(
        source,
        bytes -> new RawRequest(method(), url(), fields(), bytes),
        new Body(body, headers.getHeaderString(HttpHeaders.CONTENT_LENGTH)),
        connection.getRemoteAddr());
  }

  /** A handshake, for the providers that need this method; refused for the others. */
  @GET
  public Response get(@PathParam("source") String source) {
    return withoutBody(source);
  }

  @HEAD
  public Response head(@PathParam("source") String source) {
    return withoutBody(source);
  }

  @OPTIONS
  public Response options(@PathParam("source") String source) {
    return withoutBody(source);
  }

  @PUT
  public Response put(@PathParam("source") String source) {
    return withoutBody(source);
  }

  @PATCH
  public Response patch(@PathParam("source") String source) {
    return withoutBody(source);
  }

  @DELETE
  public Response delete(@PathParam("source") String source) {
    return withoutBody(source);
  }

  private Response withoutBody(String source) {
    return door.greet(
        source, new RawRequest(method(), url(), fields(), new byte[0]), connection.getRemoteAddr());
  }

  private String method() {
    return request.getMethod();
  }

  private String url() {
    return uri.getRequestUri().toString();
  }

  private Headers fields() {
    return Headers.of(headers.getRequestHeaders());
  }
}
