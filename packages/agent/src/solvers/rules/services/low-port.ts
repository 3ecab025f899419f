import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { advice, rule, unproved } from "../rule.ts";
import { firstMatch, hasLine } from "../view.ts";

const SAID = [
  /listen EACCES: permission denied \S{0,60}:(\d{1,4})$/,
  /listen tcp[46]? \S{0,60}:(\d{1,4}): bind: permission denied/,
  /bind\(\) to \S{0,60}:(\d{1,4}) failed \(13: Permission denied\)/,
  /[Pp]ermission denied.{0,40}\b(?:bind|port)\b.{0,40}\b(\d{1,4})$/,
];
/** Python and others do not name the port. */
const UNNAMED =
  /^PermissionError: \[Errno 13\] (?:error while attempting to bind|Permission denied$)/;
const USUAL: Readonly<Record<string, string>> = { "80": "8080", "443": "8443" };

export const lowPort = rule({
  name: "low-port",
  title: "A port that only root may open",
  sees(view) {
    const words = view.calls.flatMap(({ operands }) => operands);
    const isBound =
      hasLine(view, UNNAMED) && hasLine(view, /\b(?:server_bind|\.bind\(|bind on address)/);
    const [typed, ...others] = words.filter(
      ({ value }) => /^\d{1,4}$/.test(value ?? "") && Number(value) < 1024,
    );
    const isOnly = isBound && others.length === 0;
    const port = firstMatch(view, ...SAID)?.[1] ?? (isOnly ? typed?.value : undefined);
    return port == null || Number(port) >= 1024 ? null : { port, words };
  },
  repair({ port, words }, view) {
    const other = entryOf(USUAL, port) ?? `${Number(port) + 8000}`;
    const why = `Ports below 1024, such as ${port}, are for root; ${other} is not.`;
    const word = words.find(({ value }) => value === port);
    return word === undefined
      ? advice(`${why} Set the port there, or let a reverse proxy listen on ${port}.`)
      : unproved(replaceWord(view, word, other), "it is a server and does not end", why);
  },
});
