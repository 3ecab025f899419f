/** The line that people are told to add, in the shells that they then open. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { hasProgram } from "@bazaar/testkit/program";
import { quoteWord } from "@bazaar/work";
import { describe, expect, test } from "vitest";
import { lastFailure } from "./last-failure.ts";
import { addedLines, addedTo } from "./shells.ts";
import { PROMPT, TypedShell } from "./test/typed-shell.ts";

const DOCUMENT = readFileSync(new URL("../../../../docs/fix.md", import.meta.url), "utf8");
const PROGRAM = fileURLToPath(new URL("../../bin/fix.mjs", import.meta.url));
const FIX = `#!/bin/sh\nexec ${quoteWord(process.execPath)} ${quoteWord(PROGRAM)} "$@"\n`;

const SHELLS = [
  {
    shell: "bash",
    path: "chmod +x ~/bin/fix; PATH=~/bin:$PATH",
    without: "PATH=/usr/bin:/bin",
    rest: `PS1='${PROMPT}'`,
    files: { ".bash_profile": ". ~/.bashrc\n" },
  },
  {
    shell: "zsh",
    path: "chmod +x ~/bin/fix; path=(~/bin $path)",
    without: "PATH=/usr/bin:/bin",
    rest: `PS1='${PROMPT}'; unsetopt prompt_sp`,
    files: {},
  },
  {
    shell: "fish",
    path: "chmod +x ~/bin/fix; set -gx PATH ~/bin $PATH",
    without: "set -gx PATH /usr/bin /bin",
    rest: `set -g fish_greeting; function fish_prompt; printf '${PROMPT}'; end`,
    files: { ".local/share/fish/generated_completions/none.fish": "" },
  },
] as const;

/** What is in front of the line decides whether `fix` is found there. */
function startupFiles(facts: (typeof SHELLS)[number], line: string, isFound: boolean) {
  const { shell, path, without, rest, files } = facts;
  const file = addedTo(shell).file.replace("~/", "");
  const lines = isFound ? [path, line, rest] : [without, line, path, rest];
  return { ...files, "bin/fix": FIX, [file]: `${lines.join("\n")}\n` };
}

async function expectRecorded(typed: TypedShell): Promise<void> {
  await typed.type("cat not-there");
  await expect
    .poll(() => lastFailure(typed.environment()))
    .toMatchObject({
      failure: { command: "cat not-there", output: expect.stringContaining("cat: not-there: ") },
      notes: [],
    });
}

describe.each(SHELLS)("$shell (needs $shell, script)", (facts) => {
  const { shell } = facts;
  const { line, earlier } = addedTo(shell);
  const here = test.skipIf(!hasProgram(shell, "script"));

  test("the documentation shows this line", () => {
    expect(DOCUMENT).toContain(`\`${line.replaceAll("|", "\\|")}\``);
    expect(addedLines()).toContain(line);
  });

  here.each([
    { how: "the first and the next shell record", with: line, login: [] },
    { how: "a login shell and the one after it record", with: line, login: ["--login"] },
    { how: "the line of earlier versions records", with: earlier, login: [] },
  ])("$how", async ({ with: added, login }) => {
    const files = startupFiles(facts, added, true);
    await using first = await TypedShell.start([shell, ...login], files);
    await expectRecorded(first);
    await first.leave("exit 0");
    await using second = await TypedShell.start([shell, ...login], {}, first.home);
    await expectRecorded(second);
    expect(await second.type("echo se''en >&2")).toContain("seen\r\n");
  });

  here("where fix is found only below the line, fix init makes the next shell record", async () => {
    await using first = await TypedShell.start([shell], startupFiles(facts, line, false));
    expect(first.shown).not.toMatch(/not found|unknown command/i);
    expect(await first.type(`fix init ${shell}`)).toContain(line.slice(0, 20));
    await first.leave("exit 0");
    await using second = await TypedShell.start([shell], {}, first.home);
    await expectRecorded(second);
  });
});
