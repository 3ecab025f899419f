import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { lastFailure } from "./last-failure.ts";
import { hookScript, type Shell } from "./shells.ts";
import { PROMPT, TypedShell } from "./test/typed-shell.ts";

/** Stands in for `fix`: puts the text of a file on the prompt and ends as a repair without success does. */
const FIX = `#!/bin/sh
[ "$1" != init ] || exec cat ~/hooks
[ "$1" = it ] || { echo "other: $*"; exit 7; }
[ -z "$FIX_SHELL_LINE" ] || cat ~/answer >"$FIX_SHELL_LINE"
echo "asked: $*"
exit 9
`;

const CTRL_U = "\x15";
const FISH = ".config/fish/config.fish";

const STARTUP: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bash: {
    ".bashrc": `chmod +x ~/bin/fix; PATH=~/bin:$PATH; PS1='${PROMPT}'\n${hookScript("bash")}`,
  },
  zsh: {
    ".zshrc": `chmod +x ~/bin/fix; path=(~/bin $path); PS1='${PROMPT}'; unsetopt prompt_sp\n${hookScript("zsh")}`,
  },
  fish: {
    [FISH]: `set -g fish_greeting
chmod +x ~/bin/fix; set -gx PATH ~/bin $PATH
function fish_prompt; printf '${PROMPT}'; end
cat ~/hooks | source`,
    hooks: hookScript("fish"),
    ".local/share/fish/generated_completions/none.fish": "",
  },
};

const SHELLS = ["bash", "zsh", "fish"] as const;

function start(shell: Shell, answer: string): Promise<TypedShell> {
  const files = { "bin/fix": FIX, answer, "sub/here": "", ...STARTUP[shell] };
  return TypedShell.start([shell], files);
}

describe.each(SHELLS)("%s (needs script)", (shell) => {
  const here = test.skipIf(!hasProgram(shell, "script"));

  here(
    `a correction stands on the prompt and acts on the shell after Enter (needs ${shell})`,
    async () => {
      await using typed = await start(shell, "cd sub\n");
      await typed.type("cd sbu");
      await typed.typeUntil("fix it --yes", `${PROMPT}cd sub`);
      await typed.press("\r");
      expect(await typed.type("pwd")).toContain(join(realpathSync(typed.home), "sub\r\n"));
    },
  );

  here(`nothing runs before Enter, and the line can be deleted (needs ${shell})`, async () => {
    await using typed = await start(shell, "touch ran\n");
    await typed.type("cd sbu");
    await typed.typeUntil("fix it", `${PROMPT}touch ran`);
    expect(await typed.press(`${CTRL_U}echo instead-"of"-it\r`)).toContain("instead-of-it");
    expect(existsSync(join(typed.home, "ran"))).toBe(false);
  });

  here(`what was put on the prompt is recorded like any command (needs ${shell})`, async () => {
    await using typed = await start(shell, "cat not-there\n");
    await typed.type("cd sbu");
    await typed.typeUntil("fix it", `${PROMPT}cat not-there`);
    await typed.press("\r");
    await expect
      .poll(() => lastFailure(typed.environment()).failure)
      .toMatchObject({
        command: "cat not-there",
        exitCode: 1,
        directory: typed.home,
        output: expect.stringMatching(/^(?![\s\S]*asked)[\s\S]*cat: not-there: [^\r]+\r\n$/),
      });
  });

  here(`without an answer the exit code stays, and the record too (needs ${shell})`, async () => {
    await using typed = await start(shell, "");
    await typed.type("cd sbu");
    expect(await typed.type("fix it")).toContain("asked: it");
    expect(lastFailure(typed.environment()).failure.command).toBe("cd sbu");
    const status = shell === "fish" ? "$status" : "$?";
    await typed.type("fix it");
    expect(await typed.type(`echo "<${status}>"`)).toContain("<9>");
  });

  here(`other verbs and pipes get no prompt (needs ${shell})`, async () => {
    await using typed = await start(shell, "cd sub\n");
    expect(await typed.type("fix status --all")).toContain("other: status --all");
    await typed.type("cd sbu");
    expect(await typed.type("fix it | cat")).toContain("asked: it");
    expect(await typed.type("pwd")).toContain(`${realpathSync(typed.home)}\r\n`);
  });
});

test.skipIf(!hasProgram("bash", "script"))(
  "a fix of the person's own is left alone (needs bash, script)",
  async () => {
    await using typed = await TypedShell.start(["bash"], {
      ".bashrc": `PS1='${PROMPT}'\nalias fix='echo mine'\n${hookScript("bash")}`,
    });
    expect(await typed.type("fix it")).toContain("mine it");
  },
);
