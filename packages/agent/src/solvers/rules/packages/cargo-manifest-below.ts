import { appendTo } from "../edit-command.ts";
import { quotedPath } from "../quote.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

export const cargoManifestBelow = rule({
  name: "cargo-manifest-below",
  title: "cargo runs outside the package",
  sees(view) {
    const call = callOf(view, "cargo");
    const isMissing = hasLine(
      view,
      /^error: could not find `Cargo\.toml` in `[^`]{1,300}` or any parent/,
    );
    return call !== null && isMissing ? { call } : null;
  },
  async repair({ call }, view, ask) {
    const found = await ask.find(["Cargo.toml"]);
    const [path] = found;
    if (path === undefined || found.length !== 1) return null;
    return corrected(
      appendTo(view, call, `--manifest-path ${quotedPath(path)}`),
      `There is no Cargo.toml here; the only one is ${path}.`,
    );
  },
});
