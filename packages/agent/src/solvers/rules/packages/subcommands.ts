/**
 * Mistyped subcommands. Each tool says in its own words that it does not know one; some of them name
 * the one that was meant, for the others the subcommands are listed here.
 *
 * A suggestion counts only if it is near what was typed, and only for a word that no tool has: what a
 * hook, a far host or a file name prints may look like the words of the tool.
 */
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule, unproved } from "../rule.ts";
import type { Call } from "../shell-words.ts";
import { firstMatch, programName, type View } from "../view.ts";
import { isSubcommand, SUBCOMMANDS } from "./subcommand-words.ts";

interface Tool {
  /** Default: the one that the message names, in the group `by`. */
  readonly programs?: string;
  /** The first group is the mistyped word. */
  readonly says: RegExp;
  /** A line that names what was meant. */
  readonly suggests?: RegExp;
  /** The subcommands, if the tool suggests nothing. */
  readonly knows?: readonly string[];
}

const WORD = "([A-Za-z][\\w:-]{1,40})";

const TOOLS: readonly Tool[] = [
  {
    programs: "apt apt-get apt-cache apt-mark aptitude",
    says: new RegExp(`^E: Invalid operation ${WORD}$`),
    knows: SUBCOMMANDS.apt,
  },
  {
    programs: "pip pip3 python python3",
    says: new RegExp(`^ERROR: unknown command "${WORD}"`),
    suggests: new RegExp(`maybe you meant "${WORD}"`),
    knows: SUBCOMMANDS.pip,
  },
  {
    programs: "cargo",
    says: new RegExp(`^error: no such (?:sub)?command: \`${WORD}\``),
    suggests: new RegExp(`(?:Did you mean|similar name exists:) \`${WORD}\``),
  },
  {
    programs: "gem",
    says: new RegExp(`^\\s{0,8}Unknown command ${WORD}$`),
    suggests: new RegExp(`^Did you mean\\?\\s{1,4}"${WORD}"`),
    knows: SUBCOMMANDS.gem,
  },
  {
    programs: "brew",
    says: new RegExp(`^Error: Unknown command: (?:brew )?${WORD}$`),
    knows: SUBCOMMANDS.brew,
  },
  {
    programs: "docker podman",
    says: new RegExp(
      `^docker: (?:unknown command: docker ${WORD}$|'${WORD}' is not a docker command)`,
    ),
    knows: SUBCOMMANDS.docker,
  },
  {
    programs: "systemctl",
    says: new RegExp(`^Unknown command verb '?${WORD}'?(?:\\.|,)`),
    knows: SUBCOMMANDS.systemctl,
  },
  {
    // kubectl, helm, gh and other programs built with Cobra.
    says: new RegExp(
      `^(?:Error: )?unknown command "${WORD}" for "(?<by>[\\w.-]{1,40})(?: [\\w -]{1,60})?"$`,
    ),
    suggests: new RegExp(`^\\t${WORD}$`),
  },
  {
    // Programs built with clap.
    programs:
      "rustup uv uvx ruff just deno bat fd rg starship zoxide wasm-pack trunk sqlx diesel mdbook zellij atuin jj pixi rye maturin typst biome",
    says: new RegExp(`^error: (?:unrecognized|The) subcommand '${WORD}'`),
    suggests: new RegExp(
      `(?:similar subcommands? exists?: |Did you mean |some similar subcommands exist: )'${WORD}'`,
    ),
  },
  {
    programs: "yarn pnpm",
    says: new RegExp(
      `^(?:error Command "${WORD}" not found\\.|Usage Error: Couldn't find a script named "${WORD}")`,
    ),
    knows: SUBCOMMANDS.yarn,
  },
];
/** Never run on a guess. */
const DELETES =
  /^(?:remove|purge|auto-?remove|uninstall|rm|rmi|kill|stop|down|delete|destroy|prune|clean|autoclean|mask|disable|poweroff|reboot|yank|unlink|drain)$/;

function seesTypo({ programs, says, suggests, knows = [] }: Tool, view: View) {
  const said = firstMatch(view, says);
  const typed = said?.slice(1).find((group) => group !== undefined);
  if (typed === undefined || isSubcommand(typed)) return null;
  const names = programs?.split(" ") ?? [said?.groups?.by];
  const isTool = (call: Call) => names.includes(programName(call));
  const word = view.calls
    .filter(isTool)
    .flatMap(({ operands }) => operands)
    .find(({ value }) => value === typed);
  const suggested = suggests === undefined ? null : suggestedFor(typed, suggests, view);
  const meant = suggested ?? nearest(typed, knows);
  return word === undefined || meant === null ? null : { typed, word, meant };
}

/** The nearest suggestion, if one is near. */
function suggestedFor(typed: string, suggests: RegExp, { lines }: View): string | null {
  return nearest(
    typed,
    lines.flatMap((line) => suggests.exec(line)?.[1] ?? []),
  );
}

export const mistypedSubcommand = rule({
  name: "mistyped-subcommand",
  title: "Mistyped subcommand of a package manager or another tool",
  sees(view) {
    for (const tool of TOOLS) {
      const typo = seesTypo(tool, view);
      if (typo !== null) return typo;
    }
    return null;
  },
  repair({ typed, word, meant }, view) {
    const command = replaceWord(view, word, meant);
    const explanation = `There is no command ${typed}; the closest is ${meant}.`;
    return DELETES.test(meant)
      ? unproved(command, "it removes or stops something", explanation)
      : corrected(command, explanation);
  },
});
