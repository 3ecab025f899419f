import { withVariable } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { hasLine } from "../view.ts";

export const legacyHash = rule({
  name: "legacy-hash",
  title: "An old bundler uses a hash that OpenSSL 3 disables",
  sees: (view) =>
    hasLine(view, /ERR_OSSL_EVP_UNSUPPORTED|error:0308010C:digital envelope routines::unsupported/)
      ? {}
      : null,
  repair: (_facts, view) =>
    corrected(
      withVariable(view, "NODE_OPTIONS", "--openssl-legacy-provider"),
      "The bundler uses md4, which OpenSSL 3 has only in its legacy provider.",
    ),
});
