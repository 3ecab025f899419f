import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { hookScript } from "./shells.ts";
import { PROMPT, TypedShell } from "./test/typed-shell.ts";

const STARTING = [
  { shell: "bash", file: ".bashrc", prompt: `PS1='${PROMPT}'` },
  { shell: "zsh", file: ".zshrc", prompt: `PS1='${PROMPT}'` },
  {
    shell: "fish",
    file: ".config/fish/config.fish",
    prompt: `set -g fish_greeting; function fish_prompt; printf '${PROMPT}'; end`,
  },
] as const;

/** How many processes are started before the first prompt. */
async function started(shell: string, startup: Readonly<Record<string, string>>): Promise<number> {
  const words = ["strace", "-f", "-qq", "-e", "trace=process", "-o", "trace", shell];
  const files = { ...startup, ".local/share/fish/generated_completions/none.fish": "" };
  await using typed = await TypedShell.start(words, files);
  const trace = readFileSync(join(typed.home, "trace"), "utf8");
  const calls = trace.split("\n").filter((line) => /\b(?:clone3?|v?fork)\(/.test(line));
  return calls.filter((line) => !line.includes("CLONE_THREAD")).length;
}

describe.each(STARTING)("$shell", ({ shell, file, prompt }) => {
  const canRun = hasProgram("strace", "script", shell);
  test.skipIf(!canRun)(
    `starts nothing but the recorder and the shell inside it (needs strace, script, ${shell})`,
    async () => {
      // An earlier shell has found out that the recorder works.
      const files = { hooks: hookScript(shell), "fix-shell/works": "" };
      const bare = await started(shell, { ...files, [file]: prompt });
      const hooked = await started(shell, { ...files, [file]: `. ~/hooks\n${prompt}` });
      expect(hooked - bare).toBe(2);
    },
  );
});
