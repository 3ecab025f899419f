import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";

export const cargoTarget = mistyped({
  name: "cargo-target",
  kind: "target",
  finds: wordOfCommand({
    says: /^error: no (?:bin|example|test|bench) target named `([\w.-]{1,80})`/,
    suggests: /(?:Did you mean|help: a target with a similar name exists:) `([\w.-]{1,80})`\??$/,
    word: operandOf("cargo"),
  }),
});
