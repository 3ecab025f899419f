/** What only root may do. The correction is shown and never run: a person decides to be root. */
import { quoteWord } from "@bazaar/work";
import { entryOf } from "../entry-of.ts";
import type { Investigator } from "../investigator.ts";
import { type Answer, advice, type Rule, rule, unproved } from "../rule.ts";
import type { Call } from "../shell-words.ts";
import { runsOthers } from "../source/languages.ts";
import { callOf, firstMatch, hasLine, programName, type View } from "../view.ts";

/** Places that belong to the system. */
const SYSTEM =
  /^\/(?:etc|usr|var|opt|bin|sbin|lib|lib64|boot|srv|root|mnt|media|run|dev|proc|sys)(?:\/|$)/;
const PATH_SAID = [
  /^[^:]{1,80}: .{0,80}?['‘](\/[^'’]{1,255})['’]: (?:Permission denied|Operation not permitted)$/,
  /^(?:[^:]{1,80}: ){1,3}(\/[^:'’]{1,255}): (?:Permission denied|Operation not permitted)$/,
  /^E: Could not (?:open|get) lock (?:file )?(\/\S{1,200}) .{0,20}open \(13: Permission denied\)/,
  /\[Errno 13\] Permission denied: ['"](\/[^'"]{1,255})['"]/,
  /EACCES: permission denied, \w{1,20} ['"](\/[^'"]{1,255})['"]/,
];
const ROOT_SAID =
  /are you root\?|(?:must|needs? to|has to) be (?:run as |run with |executed as )?(?:root|superuser)|(?:requires?|need) (?:root|superuser) (?:privileges|access|permissions)|only root can|requires superuser|(?:Operation not permitted|Permission denied) \(you must be root\)|This command has to be run (?:under|as) (?:the )?root|superuser (?:privileges|access) required/i;

const needsRoot = rule({
  name: "needs-root",
  title: "Only root may do this",
  sees(view) {
    const path = firstMatch(view, ...PATH_SAID)?.[1];
    const isSystem = path !== undefined && SYSTEM.test(path) && isBelieved(path, view);
    const isRoot = callOf(view, "sudo", "doas", "su") !== null && !isOpened(view, path);
    if (isRoot || view.isArgument) return null;
    const isSaid = isSystem || isRootSaid(view) || isScriptOfRoot(view);
    return isSaid ? { path: isSystem ? path : undefined } : null;
  },
  async repair({ path }, view, ask) {
    // Root is refused too, where a file system or a container forbids it.
    if (path !== undefined && (await ask.ask("id", "-u"))?.trim() === "0") return null;
    if (path === undefined && !isRootSaid(view)) {
      return advice(
        `The script says that it must run as root: sudo ${view.command}, if you trust all that it does.`,
      );
    }
    const because = "it runs as root and asks for your password";
    const what = path === undefined ? "This command" : `Writing or reading ${path}`;
    if (callOf(view, "sudo") === null && (await lacksSudo(ask))) {
      return unproved(
        `su -c ${quoteWord(view.command)}`,
        "it runs as root and asks for root's password",
        `${what} needs root, and sudo is not installed. If you do not have root's password, ask an administrator.`,
      );
    }
    const command = asRoot(view, path);
    return command === null
      ? advice(`${what} needs root, which sudo gives if you may use it.`)
      : unproved(command, because, `${what} needs root.`);
  },
});

/** What runs a project's own programs may print any path: it counts if the command names it. */
function isBelieved(path: string, { calls, command }: View): boolean {
  const isOthers = calls.some(({ program }) => runsOthers(program.value ?? "/"));
  return !isOthers || command.includes(path) || / (?:-g|--global)(?: |$)/.test(command);
}

/** Not where nothing is known: every system has `sh`. */
async function lacksSudo(ask: Investigator): Promise<boolean> {
  const there = await ask.installed(["sudo", "sh"]);
  return there.includes("sh") && !there.includes("sudo");
}

/** Programs whose messages begin with another word than their name. */
const SPEAKS_AS: Readonly<Record<string, readonly string[]>> = {
  E: ["apt", "apt-get", "aptitude", "add-apt-repository"],
  Error: ["dnf", "yum", "microdnf"],
  error: ["pacman"],
};

/**
 * Whether a program of the command says that it needs root. The words alone may come from anywhere:
 * from a page, a log or a far host.
 */
function isRootSaid(view: View): boolean {
  const names = view.calls
    .filter(({ program }) => !runsOthers(program.value ?? ""))
    .map(programName);
  return view.lines.some((line) => {
    const [, by = ""] = /^(?:[\w.+/-]{0,200}\/)?([\w.+-]{1,60})(?:: | v\d)/.exec(line) ?? [];
    const speakers = [by, ...(entryOf(SPEAKS_AS, by) ?? [])];
    return ROOT_SAID.test(line) && speakers.some((name) => names.includes(name));
  });
}

/** A script says it in words of its own. */
function isScriptOfRoot(view: View): boolean {
  const [call, ...others] = view.calls;
  const isScript = runsOthers(call?.program.value ?? "") || call?.program.value?.includes("/");
  return isScript === true && others.length === 0 && hasLine(view, ROOT_SAID);
}

/** The command with sudo before the part that was refused. */
function asRoot(view: View, path: string | undefined): string | null {
  const { calls, command } = view;
  const [call, ...others] = calls.filter((one) => isOfCall(one, view, path));
  if (call === undefined || others.length > 0) return null;
  const target = call.files.find(({ value }) => value !== null && value === path);
  // The shell opens the target itself, so it needs another program that runs as root.
  if (target !== undefined) {
    const isPlain =
      calls.length === 1 && /\s>\s*\S+$/.test(command) && command.endsWith(target.raw);
    const start = command.slice(0, target.start).replace(/\s*>\s*$/, "");
    return isPlain
      ? `${start.replace(/^sudo /, "")} | sudo tee ${quoteWord(path ?? "")} > /dev/null`
      : null;
  }
  const { start } = call.assignments[0] ?? call.program;
  return `${command.slice(0, start)}sudo ${command.slice(start)}`;
}

/** Whether the shell opens the path, also if the command behind sudo is meant to. */
function isOpened({ calls }: View, path: string | undefined): boolean {
  return calls.some(({ files }) => files.some(({ value }) => value !== null && value === path));
}

/** Whether the message is of this call: it names its program or one of its words. */
function isOfCall(call: Call, view: View, path: string | undefined): boolean {
  if (view.calls.length === 1) return true;
  const words = [...call.operands, ...call.files];
  return (
    words.some(({ value }) => value !== null && value === path) ||
    view.lines.some((line) => line.startsWith(`${programName(call)}: `))
  );
}

const SUDO_SAID: readonly (readonly [RegExp, (view: View) => Answer])[] = [
  [
    /^sudo: (?:a password is required|a terminal is required|no tty present)/,
    ({ command }) =>
      unproved(
        command,
        "it asks for your password",
        "sudo asks for a password, and there is no terminal here: run it yourself in a terminal.",
      ),
  ],
  [
    /is not in the sudoers file|is not allowed to (?:run|execute)/,
    () =>
      advice("Your account may not use sudo here. Ask the person who administers this machine."),
  ],
  [
    /^su: Authentication failure|^sudo: \d incorrect password attempt/,
    () => advice("The password was wrong: su asks for root's password, sudo for yours."),
  ],
];

const sudoRefused = rule({
  name: "sudo-refused",
  title: "sudo could not ask or refused",
  sees(view) {
    const found = SUDO_SAID.find(([said]) => hasLine(view, said));
    return callOf(view, "sudo", "su") === null || found === undefined ? null : { answer: found[1] };
  },
  repair: ({ answer }, view) => answer(view),
});

export const rootOnly: readonly Rule[] = [needsRoot, sudoRefused];
