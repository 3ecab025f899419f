/** A port that another program holds. Which one, and what to do about it, a person decides. */
import { replaceWord, withVariable } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { advice, rule, unproved } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { firstMatch, hasLine, type View } from "../view.ts";

const WITH_PORT = [
  /EADDRINUSE: address already in use \S{0,60}?:(\d{2,5})$/,
  /(?:port|Port|PORT) (\d{2,5}) (?:is )?(?:already )?(?:in use|allocated|taken)/,
  /listen tcp \S{0,60}?:(\d{2,5}): bind: address already in use/,
  /Bind for \S{0,60}?:(\d{2,5}) failed: port is already allocated/,
  /(?:bind|listen)\S{0,10} .{0,40}?:(\d{2,5}):? .{0,20}[Aa]ddress already in use/,
  /(?:bind|listen) to \S{0,60}?:(\d{2,5})\b.{0,60}[Aa]ddress already in use/,
];
const WITHOUT_PORT =
  /\[Errno 98\] Address already in use|^bind: Address already in use|[Aa]ddress already in use/;
const MAX_PORT = 65_535;
const MAX_PLACES = 8;

export const portInUse = rule({
  name: "port-in-use",
  title: "The port is in use",
  sees(view) {
    const port = portOf(view);
    return port === null ? null : { port };
  },
  async repair({ port }, view, ask) {
    const next = port < MAX_PORT - 1 ? port + 1 : port - 1;
    const word = wordWith(view, port);
    const holder = await holderOf(port, ask);
    const used = `Port ${port} is in use${holder === null ? "; ss -ltnp shows by which process" : ` by ${holder}`}.`;
    const places = word === null ? await placesOf(port, ask) : [];
    if (places.length > 0) {
      return advice(
        `${used} It is set in ${places.join(", ")}: set another one there, or stop that process.`,
      );
    }
    const command =
      word === null
        ? withVariable(view, "PORT", `${next}`)
        : replaceWord(
            view,
            word,
            word.raw.replace(new RegExp(`(^|[=:])${port}(?=:|$)`), `$1${next}`),
          );
    return unproved(
      command,
      "the sandbox has ports of its own",
      `${used} Stop that process, or use another port, such as ${next}.`,
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

/** The word with the port: alone, after = or :, or before the port of a container. */
function wordWith(view: View, port: number): Word | null {
  const words = view.calls.flatMap((call) => [...call.assignments, ...call.operands]);
  return words.find(({ raw }) => new RegExp(`(?:^|[=:])${port}(?::\\d{2,5})?$`).test(raw)) ?? null;
}

/** The program and process that listen on the port, as far as it is shown to this user. */
async function holderOf(port: number, ask: Investigator): Promise<string | null> {
  const output = (await ask.ask("ss", "-ltnp")) ?? "";
  const line = output.split("\n").find((one) => new RegExp(`:${port}\\s`).test(one));
  const [, program, id] = /users:\(\("([\w.+ -]{1,40})",pid=(\d{1,10})/.exec(line ?? "") ?? [];
  return program === undefined ? null : `${program} (process ${id})`;
}

/** Where files of the project set the port; nothing if a variable can change it. */
async function placesOf(port: number, ask: Investigator): Promise<readonly string[]> {
  const skipped = ["--exclude-dir=node_modules", "--exclude-dir=.git"];
  const found = ((await ask.ask("grep", "-rnIw", ...skipped, `${port}`, ".")) ?? "").split("\n");
  if (found.length > MAX_PLACES || found.some((line) => /PORT/.test(line))) return [];
  return found.flatMap((line) => {
    const [, path, number] = /^\.\/([^:\n]{1,200}):(\d{1,7}):/.exec(line) ?? [];
    return path === undefined ? [] : [`${path} line ${number}`];
  });
}
