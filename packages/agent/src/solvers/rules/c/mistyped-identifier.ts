import { LANGUAGES } from "../source/languages.ts";
import { type Slip, slips } from "../source/slips.ts";
import { CPP_HEADERS } from "./cpp-headers.ts";

const SAID =
  /^([^:\s]{1,250}):(\d{1,7}):(\d{1,5}): (?:error|warning): (.{0,120}?)[‘'"]([A-Za-z_]\w{0,60})[’'"](?: undeclared| was not declared| does not name a type| is not a member of [‘'"]std[’'"])?(?: \([^)]{0,60}\)| in this scope)?; did you mean [‘'"]((?:std::)?[A-Za-z_]\w{0,60})[’'"]\?/;
const STANDARD =
  /^([^:\s]{1,250}):(\d{1,7}):(\d{1,5}): error: [‘'"](string|vector|map|cout|cin|endl|cerr)[’'"] (?:was not declared in this scope|does not name a type)/;

export const mistypedIdentifier = slips({
  name: "mistyped-identifier",
  kind: "C identifier",
  language: LANGUAGES.c,
  finds: ({ lines }) =>
    lines.flatMap((text): Slip[] => {
      const [, path, line, column, lead = "", typed, meant] = SAID.exec(text) ?? [];
      if (path !== undefined && typed !== undefined) {
        // A name of the standard library whose header is missing is not misspelt.
        if (text.includes("not a member of") && Object.hasOwn(CPP_HEADERS, typed)) return [];
        const isMember = /has no member|no member named/.test(lead);
        return [{ path, line: Number(line), column: Number(column), typed, meant, isMember }];
      }
      const [, file, number, place, name] = STANDARD.exec(text) ?? [];
      if (file === undefined || name === undefined) return [];
      const at = { path: file, line: Number(number), column: Number(place) };
      return [{ ...at, typed: name, known: `std::${name}`, isMember: true }];
    }),
  near: () => null,
});
