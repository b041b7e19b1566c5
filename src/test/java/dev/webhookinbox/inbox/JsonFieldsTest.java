package dev.webhookinbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.webhookinbox.platform.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonFieldsTest {

  private static final String ORDER =
      "{'id':'e','data':{'a/b':1,'~':2,'customer':{'name':'N','email':'E'},"
          + "'lines':[{'sku':'s1','note':'n1'},{'sku':'s2','note':'n2'}],'total':1.50}}";

  private final Map<String, String> keys = new HashMap<>();

  private Settings settings(String store, String keep, String drop) {
    keys.put("inbox.source.s.store", store);
    keys.put("inbox.source.s.store.keep", keep);
    keys.put("inbox.source.s.store.drop", drop);
    return new Settings(key -> Optional.ofNullable(keys.get(key)), keys.keySet());
  }

  private StoreRule rule(String store, String keep, String drop) {
    return StoreRule.read(settings(store, keep, drop), "s");
  }

  private static String json(StoreRule rule, String body) {
    return new String(rule.of(body.replace('\'', '"').getBytes(UTF_8)).bytes(), UTF_8)
        .replace('"', '\'');
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "/id|``|{'id':'e'}",
        "/id,/data/total|``|{'id':'e','data':{'total':1.50}}",
        "/data/customer|/data/customer/email|{'data':{'customer':{'name':'N'}}}",
        "/data/lines/0/sku|``|{'data':{'lines':[{'sku':'s1'}]}}",
        "/data/lines/*/sku|``|{'data':{'lines':[{'sku':'s1'},{'sku':'s2'}]}}",
        "/data/a~1b,/data/~0|``|{'data':{'a/b':1,'~':2}}",
        "/data/nothing,/id/deeper|``|``",
        "/data/total,/data|/data/customer,/data/lines,/data/a~1b,/data/~0|{'data':{'total':1.50}}",
      })
  @DisplayName("nothing but the fields of keep is kept, and those of drop are not")
  void keeps(String keep, String drop, String kept) {
    assertThat(json(rule("fields", keep, drop), ORDER)).isEqualTo(kept);
  }

  @Test
  @DisplayName("without keep, everything but the fields of drop is kept")
  void drops() {
    assertThat(json(rule("fields", "", "/data/customer,/data/lines/*/note,/data/none/x"), ORDER))
        .isEqualTo(
            "{'id':'e','data':{'a/b':1,'~':2,'lines':[{'sku':'s1'},{'sku':'s2'}],'total':1.50}}");
    assertThat(json(rule("fields", "", "/0"), "['a','b']")).isEqualTo("['b']");
  }

  @Test
  @DisplayName("of what is no JSON document nothing is kept, as nobody can tell its fields")
  void noJson() {
    StoreRule rule = rule("fields", "/id", "");
    for (String body : List.of("id=secret", "{\"id\":", "", "\"text\"", "[".repeat(100_000))) {
      StoreRule.Stored stored = rule.of(body.getBytes(UTF_8));
      assertThat(stored.bytes()).as(body).isEmpty();
      assertThat(stored.kept()).isEqualTo("hash");
    }
  }

  @Test
  @DisplayName("all keeps the very bytes, hash none of them")
  void allAndHash() {
    byte[] body = {0, -1, 'x'};
    assertThat(rule("all", "", "").of(body).bytes()).isSameAs(body);
    assertThat(rule("hash", "", "").of(body).bytes()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "some|``|''|inbox.source.s.store is none of its words",
        "fields|``|''|inbox.source.s.store is fields, with neither keep nor drop",
        "hash|/a|``|inbox.source.s.store has keep or drop, and is not fields",
        "fields|a|/b|inbox.source.s.store.keep holds what is no JSON pointer",
        "fields|/b|/~2|inbox.source.s.store.drop holds what is no JSON pointer",
      })
  @DisplayName("what cannot be meant is told with its key")
  void faults(String store, String keep, String drop, String fault) {
    Settings settings = settings(store, keep, drop);
    StoreRule.read(settings, "s");
    assertThat(String.join("\n", settings.faults())).contains(fault);
  }
}
