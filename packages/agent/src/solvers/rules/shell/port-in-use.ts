import { replaceWord, withVariable } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { firstMatch, hasLine, type View } from "../view.ts";

const WITH_PORT = [
  /EADDRINUSE: address already in use \S{0,60}?:(\d{2,5})$/,
  /(?:port|Port|PORT) (\d{2,5}) (?:is )?(?:already )?in use/,
  /listen tcp \S{0,60}?:(\d{2,5}): bind: address already in use/,
];
const WITHOUT_PORT = /\[Errno 98\] Address already in use|^bind: Address already in use/;
const MAX_PORT = 65_535;

export const portInUse = rule({
  name: "port-in-use",
  title: "The port is in use",
  sees(view) {
    const port = portOf(view);
    return port === null ? null : { port };
  },
  repair({ port }, view) {
    const next = port < MAX_PORT - 1 ? port + 1 : port - 1;
    const word = wordWith(view, port);
    return corrected(
      word === null
        ? withVariable(view, "PORT", `${next}`)
        : replaceWord(view, word, word.raw.replace(new RegExp(`(^|\\D)${port}$`), `$1${next}`)),
      `Port ${port} is in use; this uses ${next}.`,
    );
  },
});

function portOf(view: View): number | null {
  for (const pattern of WITH_PORT) {
    const port = firstMatch(view, pattern)?.[1];
    if (port !== undefined) return Number(port);
  }
  if (!hasLine(view, WITHOUT_PORT)) return null;
  const words = view.calls.flatMap((call) => call.operands);
  const [, port] = words.map(({ raw }) => /(?:^|[=:])(\d{4,5})$/.exec(raw)).find(Boolean) ?? [];
  return port === undefined ? null : Number(port);
}

function wordWith(view: View, port: number): Word | null {
  const words = view.calls.flatMap((call) => [...call.assignments, ...call.operands]);
  return words.find(({ raw }) => new RegExp(`(?:^|[=:])${port}$`).test(raw)) ?? null;
}
