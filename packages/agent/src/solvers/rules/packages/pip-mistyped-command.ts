import { mistyped, wordOfCommand } from "../mistyped.ts";

export const pipMistypedCommand = mistyped({
  name: "pip-mistyped-command",
  kind: "pip command",
  finds: wordOfCommand({
    says: /^ERROR: unknown command "([\w-]{2,40})" - maybe you meant "([a-z-]{2,40})"/,
  }),
});
