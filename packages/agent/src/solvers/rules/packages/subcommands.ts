/**
 * Mistyped subcommands. Each tool says in its own words that it does not know one; some of them name
 * the one that was meant, for the others the subcommands are listed here.
 */
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { corrected, rule, unproved } from "../rule.ts";
import type { Call } from "../shell-words.ts";
import { firstMatch, programName, type View } from "../view.ts";

interface Tool {
  /** Default: any program. */
  readonly programs?: string;
  /** The first group is the mistyped word. */
  readonly says: RegExp;
  /** A line that names what was meant. */
  readonly suggests?: RegExp;
  /** The subcommands, if the tool suggests nothing. */
  readonly knows?: string;
}

const WORD = "([A-Za-z][\\w:-]{1,40})";
const APT =
  "install remove purge update upgrade full-upgrade dist-upgrade autoremove search show list download clean autoclean source build-dep check changelog edit-sources satisfy policy depends rdepends madison hold unhold showhold";
const DOCKER =
  "run exec ps build pull push images login logout search version info attach commit cp create diff events export history import inspect kill load logs pause port rename restart rm rmi save start stats stop tag top unpause update wait builder buildx compose container context image manifest network plugin system volume swarm";
const SYSTEMCTL =
  "start stop restart reload status enable disable is-active is-enabled is-failed daemon-reload list-units list-unit-files list-timers list-sockets mask unmask show cat edit reset-failed kill try-restart reload-or-restart list-dependencies set-default get-default reboot poweroff";
const BREW =
  "install uninstall update upgrade search info list services tap untap doctor cleanup link unlink outdated deps uses reinstall config pin unpin autoremove leaves";

const TOOLS: readonly Tool[] = [
  {
    programs: "apt apt-get apt-cache apt-mark aptitude",
    says: new RegExp(`^E: Invalid operation ${WORD}$`),
    knows: APT,
  },
  {
    programs: "pip pip3 python python3",
    says: new RegExp(`^ERROR: unknown command "${WORD}"`),
    suggests: new RegExp(`maybe you meant "${WORD}"`),
    knows:
      "install download uninstall freeze inspect list show check config search cache index wheel",
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
    knows: "install uninstall list update search build push env cleanup info outdated which",
  },
  {
    programs: "brew",
    says: new RegExp(`^Error: Unknown command: (?:brew )?${WORD}$`),
    knows: BREW,
  },
  {
    programs: "docker podman",
    says: new RegExp(
      `^docker: (?:unknown command: docker ${WORD}$|'${WORD}' is not a docker command)`,
    ),
    knows: DOCKER,
  },
  {
    programs: "systemctl",
    says: new RegExp(`^Unknown command verb '?${WORD}'?(?:\\.|,)`),
    knows: SYSTEMCTL,
  },
  {
    // kubectl, helm, gh and other programs built with Cobra.
    says: new RegExp(`^(?:Error: )?unknown command "${WORD}" for "[\\w -]{1,60}"$`),
    suggests: new RegExp(`^\\t${WORD}$`),
  },
  {
    // rustup, uv and other programs built with clap.
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
    knows:
      "install add remove upgrade run test start init build publish link outdated workspaces why",
  },
];
/** Never run on a guess. */
const DELETES =
  /^(?:remove|purge|auto-?remove|uninstall|rm|rmi|kill|stop|down|delete|destroy|prune|clean|autoclean|mask|disable|poweroff|reboot|yank|unlink|drain)$/;

function seesTypo({ programs, says, suggests, knows }: Tool, view: View) {
  const typed = firstMatch(view, says)
    ?.slice(1)
    .find((group) => group !== undefined);
  if (typed === undefined) return null;
  const names = programs?.split(" ");
  const isTool = (call: Call) => names === undefined || names.includes(programName(call));
  const word = view.calls
    .filter(isTool)
    .flatMap(({ operands }) => operands)
    .find(({ value }) => value === typed);
  const suggested = suggests === undefined ? undefined : suggestedFor(typed, suggests, view);
  const meant = suggested ?? nearest(typed, (knows ?? "").split(" "));
  return word === undefined || meant === null || meant === typed ? null : { typed, word, meant };
}

/** The suggestion, or the nearest of several. */
function suggestedFor(typed: string, suggests: RegExp, { lines }: View): string | undefined {
  const found = lines.flatMap((line) => suggests.exec(line)?.[1] ?? []);
  return found.length === 1 ? found[0] : (nearest(typed, found) ?? undefined);
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
