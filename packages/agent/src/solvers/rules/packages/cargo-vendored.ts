import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const SAID =
  /(?:no matching package named|failed to get|failed to select a version for the requirement) `([A-Za-z][\w-]{0,60})(?: =| `|`)/;

export const cargoVendored = rule({
  name: "cargo-vendored",
  title: "Vendored crates are not configured",
  sees(view) {
    const crate = firstMatch(view, SAID)?.[1];
    return crate === undefined || callOf(view, "cargo") === null ? null : { crate };
  },
  async repair({ crate }, _view, ask) {
    const found = (await ask.find(/^\.cargo-checksum\.json$/)).filter((path) =>
      path.split("/").at(-2)?.startsWith(crate),
    );
    const [checksum] = found;
    if (checksum === undefined || (await ask.entry(".cargo/config.toml")) !== null) return null;
    const vendor = checksum.split("/").slice(0, -2).join("/");
    // Other names would need quoting in TOML.
    if (!/^[\w./-]{1,200}$/.test(vendor)) return null;
    const lines = [
      "[source.crates-io]",
      'replace-with = "vendored-sources"',
      "",
      "[source.vendored-sources]",
      `directory = "${vendor}"`,
    ];
    const quotedLines = lines.map((line) => `'${line}'`).join(" ");
    return {
      shell: `mkdir -p .cargo && printf '%s\\n' ${quotedLines} > ${quotedPath(".cargo/config.toml")}`,
      explanation: `${crate} is vendored in ${vendor}; .cargo/config.toml must say so.`,
    };
  },
});
