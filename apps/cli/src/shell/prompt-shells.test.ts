import { existsSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { lastFailure } from "./last-failure.ts";
import { hookScript, type Shell } from "./shells.ts";
import { promptStartup } from "./test/prompt-startup.ts";
import { PROMPT, TypedShell } from "./test/typed-shell.ts";

/** Stands in for `fix`: puts the text of a file on the prompt and ends as a repair without success does. */
const FIX = `#!/bin/sh
[ "$1" != init ] || exec cat ~/hooks
[ "$1" = it ] || { echo "other: $*"; exit 7; }
[ -z "$FIX_SHELL_LINE" ] || cat ~/answer >"$FIX_SHELL_LINE"
touch asked
echo "asked: $*"
exit 9
`;

const CTRL_U = "\x15";
/** After `fix it` the prompt is drawn once something was typed. */
const WAITS = `bash -c '[ ! -e asked ] || until read -t 0; do sleep 0.02; done; rm -f asked' </dev/tty`;
const SLOW_PROMPT = {
  bash: `PS1='$(${WAITS.replaceAll("'", "'\\''")})'$PS1`,
  zsh: `precmd() { ${WAITS} }`,
} as Record<Shell, string>;

const SHELLS = ["bash", "zsh", "fish"] as const;

function start(shell: (typeof SHELLS)[number], answer: string): Promise<TypedShell> {
  const files = { "bin/fix": FIX, answer, "sub/here": "", ...promptStartup(shell) };
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

  // fish has no place between its prompt and its keys.
  test.skipIf(!hasProgram(shell, "script") || shell === "fish")(
    `an Enter typed while a slow prompt is drawn does not run it (needs ${shell})`,
    async () => {
      await using typed = await start(shell, "touch ran\n");
      await typed.type(SLOW_PROMPT[shell]);
      await typed.type("cd sbu");
      await typed.keysUntil("fix it\r", "asked: it");
      await typed.keysUntil("\r", `${PROMPT}touch ran`);
      expect(await typed.press(`${CTRL_U}echo instead-"of"-it\r`)).toContain("instead-of-it");
      expect(existsSync(join(typed.home, "ran"))).toBe(false);
    },
  );

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
