import { mistyped, operandOf, wordOfCommand } from "../mistyped.ts";

export const cargoMistypedCommand = mistyped({
  name: "cargo-mistyped-command",
  kind: "cargo command",
  finds: wordOfCommand({
    says: /^error: no such (?:sub)?command: `([\w-]{2,40})`/,
    suggests: /(?:Did you mean|similar name exists:) `([a-z-]{2,40})`/,
    word: operandOf("cargo"),
  }),
});
