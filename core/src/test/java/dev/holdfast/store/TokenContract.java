package dev.holdfast.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** API tokens. */
interface TokenContract extends StoreUnderTest {

  @Test
  default void a_token_is_found_by_its_hash_until_and_after_it_is_revoked() {
    var id = Sample.id();
    var token = new TokenRow(id, "ci", "hash-" + id, "operate", Sample.START, null);

    store().tokens().add(token);

    assertThat(second().tokens().byHash(token.hash())).contains(token);
    assertThat(store().tokens().byHash("other")).isEmpty();
    var at = Sample.START.plusSeconds(1);
    assertThat(store().tokens().revoke(id, at)).isTrue();
    assertThat(second().tokens().byHash(token.hash()).orElseThrow().revokedAt()).isEqualTo(at);
    assertThat(second().tokens().revoke(id, at.plusSeconds(1))).isFalse();
    assertThat(store().tokens().revoke(Sample.id(), at)).isFalse();
    assertThat(store().tokens().list()).extracting(TokenRow::revokedAt).contains(at);
  }
}
