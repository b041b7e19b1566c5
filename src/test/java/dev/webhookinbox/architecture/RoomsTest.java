package dev.webhookinbox.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Keeps the rooms' walls; each rule is an arrow of src/docs/how-it-works.md. */
class RoomsTest {

  private static final String ROOT = "dev.webhookinbox.";

  /** Which rooms each may use, beside platform. */
  private static final Map<String, Set<String>> ARROWS =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("platform", Set.of()),
              Map.entry("signature", Set.of()),
              Map.entry("handler", Set.of("retry")),
              Map.entry("retry", Set.of()),
              Map.entry("inbox", Set.of("signature")),
              Map.entry("endpoint", Set.of("signature", "inbox")),
              Map.entry("worker", Set.of("inbox", "handler", "retry")),
              Map.entry("route", Set.of("handler", "retry")),
              Map.entry("retention", Set.of("inbox", "signature")),
              Map.entry(
                  "operations", Set.of("inbox", "worker", "handler", "signature", "observability")),
              Map.entry("observability", Set.of("inbox", "worker"))));

  private static final JavaClasses MAIN =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("dev.webhookinbox");

  @Test
  @DisplayName("each room uses only the rooms that its arrows lead to")
  void arrows() {
    ARROWS.forEach(
        (room, allowed) ->
            ARROWS.keySet().stream()
                .filter(
                    other ->
                        !other.equals(room)
                            && !other.equals("platform")
                            && !allowed.contains(other))
                .forEach(
                    other ->
                        noClasses()
                            .that(are(room))
                            .should()
                            .dependOnClassesThat(are(other))
                            .allowEmptyShould(true)
                            .check(MAIN)));
  }

  @Test
  @DisplayName("no two rooms depend on each other, directly or in a round")
  void noCycles() {
    slices().matching("dev.webhookinbox.(*)..").should().beFreeOfCycles().check(MAIN);
  }

  @Test
  @DisplayName("a provider profile uses only what is public of the signature room")
  void profilesUseThePublicSpi() {
    noClasses()
        .that()
        .resideInAPackage("dev.webhookinbox.signature.provider..")
        .should()
        .dependOnClassesThat(
            describe(
                "are not public in dev.webhookinbox.signature",
                type ->
                    type.getPackageName().equals("dev.webhookinbox.signature")
                        && !type.getModifiers()
                            .contains(com.tngtech.archunit.core.domain.JavaModifier.PUBLIC)))
        .check(MAIN);
  }

  @Test
  @DisplayName("JAX-RS is spoken only where HTTP is")
  void jaxRs() {
    only("jakarta.ws.rs..", "endpoint", "operations", "observability");
  }

  @Test
  @DisplayName("SQL and JPA live only in the rooms that own tables")
  void sql() {
    only("jakarta.persistence..", "inbox", "handler", "operations", "observability", "retention");
    only("java.sql..", "inbox", "handler", "operations", "platform");
    only("javax.sql..", "inbox", "handler", "operations", "platform");
  }

  @Test
  @DisplayName("P16: only platform asks a static call for the time")
  void time() {
    noClasses()
        .that(describe("are outside platform", type -> !room(type).equals("platform")))
        .should()
        .callMethodWhere(
            describe(
                "reads the system's clock",
                call ->
                    Set.of("now", "currentTimeMillis", "systemUTC", "systemDefaultZone")
                            .contains(call.getTarget().getName())
                        && (call.getTargetOwner().getPackageName().startsWith("java.time")
                            || call.getTargetOwner().isEquivalentTo(System.class))))
        .check(MAIN);
  }

  private static void only(String technology, String... rooms) {
    noClasses()
        .that(describe("are in other rooms", type -> !Arrays.asList(rooms).contains(room(type))))
        .should()
        .dependOnClassesThat()
        .resideInAPackage(technology)
        .check(MAIN);
  }

  private static com.tngtech.archunit.base.DescribedPredicate<JavaClass> are(String room) {
    return describe("are in " + room, type -> room(type).equals(room));
  }

  private static String room(JavaClass type) {
    String name = type.getPackageName();
    String below = name.startsWith(ROOT) ? name.substring(ROOT.length()) : "";
    int dot = below.indexOf('.');
    return dot < 0 ? below : below.substring(0, dot);
  }
}
