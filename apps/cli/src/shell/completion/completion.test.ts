import { spawnSync } from "node:child_process";
import { hasProgram } from "@bazaar/testkit/program";
import { beforeAll, describe, expect, test } from "vitest";
import { allCommands, defaultCommand } from "../../commands/lazy-commands.ts";
import { isVerb } from "../../verbs.ts";
import { hookScript, SHELLS, type Shell } from "../shells.ts";
import { PROMPT, TypedShell } from "../test/typed-shell.ts";
import { completionScript } from "./completion-script.ts";
import { type Vocabulary, vocabulary } from "./vocabulary.ts";

let words: Vocabulary;
beforeAll(async () => {
  words = vocabulary(await allCommands(), await defaultCommand());
});

test("every verb is loaded under its own name", () => {
  expect(words.verbs.map(({ name }) => name).filter((name) => !isVerb(name))).toEqual([]);
  expect(words.verbs.map(({ description }) => description)).not.toContain("");
});

test.each(SHELLS)("%s is offered every verb and every flag", (shell) => {
  const script = completionScript(shell, words);
  const flags = words.verbs.flatMap((verb) => verb.flags.flatMap(({ names }) => names));
  const said = shell === "fish" ? flags.map(fishFlag) : flags;
  const missing = [...words.verbs.map(({ name }) => name), ...said].filter(
    (word) => !script.includes(word),
  );
  expect(missing).toEqual([]);
  expect(script).not.toMatch(/@[A-Z_]+@/);
});

function fishFlag(name: string): string {
  return name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`;
}

const CTRL_U = "\x15";

const CASES = [
  { typed: "fix stat", offers: "status", not: "--all" },
  { typed: "fix status --", offers: "--all", not: "--bounty" },
  { typed: "fix --", offers: "--bounty", not: "--all" },
  { typed: "fix --mode ", offers: "autonomous", not: "status" },
  { typed: "fix --yes --mode supervised stat", offers: "status", not: "autonomous" },
  { typed: "fix init ", offers: "powershell", not: "contracts" },
  { typed: "fix try --", offers: "--discard", not: "--bounty" },
  { typed: "fix show ", offers: "f2a45fcd1192e19f", not: "status" },
  { typed: "fix --show package-l", offers: "package-lock.json", not: "status" },
  { typed: "fix try --show package-l", offers: "package-lock.json", not: "--discard" },
  { typed: "fix bas", offers: "bash", not: "status" },
  { typed: "fix ", offers: "it", not: "bash" },
];
/** Our verbs and some room; there are many times as many programs. */
const MAX_OFFERED = 60;

/** The calls of `fix` while completing; the market is left out. */
const OWN_CONTRACTS = "echo f2a45fcd1192e19f";

describe("bash", () => {
  test.each(CASES)("$typed → $offers", ({ typed, offers, not }) => {
    const offered = inBash(typed);
    expect(offered.length).toBeLessThan(MAX_OFFERED);
    expect(offered).toContain(offers);
    expect(offered).not.toContain(not);
  });

  test("our words come before programs", () => {
    expect(inBash("fix un")).toEqual(["undo", "uninstall"]);
    expect(inBash("fix una")).toContain("uname");
  });

  test("a command after ours is completed by its own rules", () => {
    const ask = `_command_offset() { COMPREPLY=("offset-$1"); }`;
    expect(inBash("fix --yes make te", ask)).toEqual(["offset-2"]);
    expect(inBash("fix try --yes make te", ask)).toEqual(["offset-3"]);
  });
});

test.skipIf(!hasProgram("script"))(
  "bash lets a program complete its own words without bash-completion too (needs script)",
  async () => {
    await using shell = await TypedShell.start(["bash"], {
      ".bashrc": `PS1='${PROMPT}'
_ours() { COMPREPLY=("$2-$COMP_CWORD-\${#COMP_WORDS[@]}-$COMP_POINT-\${COMP_LINE// /_} "); }
complete -o nospace -F _ours ours
${completionScript("bash", words)}`,
    });
    const shown = await shell.keysUntil("fix --mode  supervised ours  one tw\t!", "!");
    expect(shown).toContain("one tw-2-3-12-ours__one_tw !");
  },
);

function inBash(typed: string, before = ""): readonly string[] {
  const said = typed.split(" ");
  const text = `fix() { ${OWN_CONTRACTS}; }
${before}
${completionScript("bash", words)}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_fix
printf '%s\\n' "\${COMPREPLY[@]}"`;
  return linesOf("bash", ["-c", text, "bash", ...said]);
}

describe.skipIf(!hasProgram("fish"))("fish (needs fish)", () => {
  test.each(CASES)("$typed → $offers", ({ typed, offers, not }) => {
    const text = `function fix; ${OWN_CONTRACTS}; end
${completionScript("fish", words)}
complete -C '${typed}'`;
    const offered = linesOf("fish", ["--no-config", "-c", text]).map((line) => line.split("\t")[0]);
    expect(offered.length).toBeLessThan(MAX_OFFERED);
    expect(offered).toContain(offers);
    expect(offered).not.toContain(not);
  });
});

test.skipIf(!hasProgram("zsh"))("zsh can read its script (needs zsh)", () => {
  expect(linesOf("zsh", ["-fnc", completionScript("zsh", words)])).toEqual([]);
});

test.skipIf(!hasProgram("zsh", "script"))(
  "zsh offers our words, and programs after a letter (needs zsh, script)",
  async () => {
    await using shell = await TypedShell.start(["zsh"], {
      ".zshrc": `autoload -U compinit; compinit -u -D; unsetopt prompt_sp; PS1='${PROMPT}'
fix() { ${OWN_CONTRACTS} }
${completionScript("zsh", words)}`,
    });
    for (const [typed, offers] of [
      ["fix ", "whoami "],
      ["fix stat", "status "],
      ["fix status --", "--all "],
      ["fix --mode ", "autonomous "],
      ["fix zs", "zsh"],
    ]) {
      const shown = await shell.keysUntil(`${CTRL_U}${typed}\t`, offers ?? "");
      expect(shown).not.toContain("do you wish to see all");
    }
  },
);

test.skipIf(!hasProgram("zsh", "script"))(
  "zsh completes our words where the integration stands above compinit (needs zsh, script)",
  async () => {
    await using shell = await TypedShell.start(["zsh"], {
      ".zshrc": `chmod +x ~/bin/fix; path=(~/bin $path)
${hookScript("zsh")}
autoload -U compinit; compinit -u -D; unsetopt prompt_sp; PS1='${PROMPT}'`,
      "bin/fix": "#!/bin/sh\ncat ~/completion\n",
      completion: completionScript("zsh", words),
    });
    await shell.keysUntil("fix whoa\t", "whoami ");
  },
);

function linesOf(program: Shell, args: readonly string[]): readonly string[] {
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.split("\n").filter((line) => line !== "");
}
