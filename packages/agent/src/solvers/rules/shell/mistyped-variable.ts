import { mistyped } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { scriptLine } from "./script-line.ts";

const MAX_NAMES = 300;

export const mistypedVariable = mistyped({
  name: "mistyped-variable",
  kind: "variable",
  finds(view) {
    const said = "([A-Za-z_]\\w{1,60}): (?:unbound variable|parameter not set)";
    const script = scriptLine(view, said);
    const typed = script?.found[3];
    if (script === null || typed === undefined) return null;
    return { typed, at: { path: script.path, line: script.line } };
  },
  async meant({ typed }, { ask, file }) {
    const text = (await ask.read(file)) ?? "";
    const assigned = text.matchAll(
      /(?:^|[\s;])(?:export |local |readonly |declare |for |read (?:-r )?)?([A-Za-z_]\w{1,60})(?==| in\b)/gm,
    );
    const names = [...assigned].slice(0, MAX_NAMES).flatMap(([, name]) => name ?? []);
    return nearest(typed, names) ?? withSameParts(typed, names);
  },
});

/** DEPLOY_ENV for DEPLOYMENT_ENV: the only name whose parts start alike. */
function withSameParts(typed: string, names: readonly string[]): string | null {
  const parts = typed.split("_");
  const alike = [...new Set(names)].filter((name) => {
    const others = name.split("_");
    return (
      name !== typed &&
      parts.length > 1 &&
      others.length === parts.length &&
      parts.every((part, at) => startAlike(part, others[at] ?? ""))
    );
  });
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function startAlike(one: string, other: string): boolean {
  const isLong = Math.min(one.length, other.length) >= 3;
  return one === other || (isLong && (one.startsWith(other) || other.startsWith(one)));
}
