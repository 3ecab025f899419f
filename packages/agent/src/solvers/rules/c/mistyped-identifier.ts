import { mistyped } from "../mistyped.ts";
import { wordOfSource } from "./source-line.ts";

export const mistypedIdentifier = mistyped({
  name: "mistyped-identifier",
  kind: "C identifier",
  finds: wordOfSource(
    /^([^:\s]{1,250}):(\d{1,7}):\d{1,5}: (?:error|warning): .{0,120}?[‘'"]([A-Za-z_]\w{0,60})[’'"](?: undeclared| was not declared| does not name a type)?(?: \([^)]{0,60}\)| in this scope)?; did you mean [‘'"]([A-Za-z_]\w{0,60})[’'"]\?/,
  ),
});
