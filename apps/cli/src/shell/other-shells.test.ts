import { rmSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { describe, expect, test } from "vitest";
import { lastFailure } from "./last-failure.ts";
import { hookScript } from "./shells.ts";
import { PROMPT, TypedShell } from "./test/typed-shell.ts";

const FISH = ".config/fish/config.fish";
const CTRL_U = "\x15";
const canRecord = hasProgram("script");

const SHELLS = [
  {
    shell: "zsh",
    start: () =>
      TypedShell.start(["zsh"], {
        ".zshrc": `PS1='${PROMPT}'; precmd() { print "own:$?" }; unsetopt zle\n${hookScript("zsh")}`,
      }),
    exitCode: 'echo "<$?>"',
    unread: "if true; then echo x; fi fi",
    said: "parse error near",
  },
  {
    shell: "fish",
    // A pipe brings the text, as it does for a person: the input of the hooks is no terminal.
    start: () =>
      TypedShell.start(["fish"], {
        [FISH]: `set -g fish_greeting
function fish_prompt; printf '${PROMPT}'; end
function own --on-event fish_postexec; echo "own:$status"; end
cat ~/hooks | source`,
        hooks: hookScript("fish"),
        // Without this folder a first fish reads every manual page of the machine.
        ".local/share/fish/generated_completions/none.fish": "",
      }),
    exitCode: 'echo "<$status>"',
    unread: "echo )",
    said: "Unexpected",
  },
];

describe.each(SHELLS)(
  "$shell (needs $shell, script)",
  ({ shell, start, exitCode, unread, said }) => {
    const here = test.skipIf(!hasProgram(shell) || !canRecord);

    here("records a failure as it was shown", async () => {
      await using typed = await start();
      const command = `printf '\\e[31mred\\e[0m\\nboom\\n' >&2; sh -c 'exit 3'`;
      await typed.type(command);
      const output = expect.stringContaining("\x1b[31mred\x1b[0m\r\nboom\r\n");
      // The recorder shows the output before it writes it.
      await expect
        .poll(() => lastFailure(typed.environment()))
        .toMatchObject({
          failure: { command, directory: typed.home, exitCode: 3, output },
          notes: [],
        });
    });

    here("does not change the exit code or the user's own hooks", async () => {
      await using typed = await start();
      expect(await typed.type("sh -c 'exit 42'")).toContain("own:42");
      expect(await typed.type(exitCode)).toContain("<42>");
    });

    here("records where a command ran, whole lines and several of them", async () => {
      await using typed = await start();
      await typed.type("mkdir sub");
      await typed.type("cd sub; ls nothing");
      expect(lastFailure(typed.environment()).failure).toMatchObject({
        command: "ls nothing",
        directory: join(typed.home, "sub"),
      });
      await typed.type("ls 'no!thing' | cat && ls nothing");
      expect(lastFailure(typed.environment()).failure.command).toBe(
        "ls 'no!thing' | cat && ls nothing",
      );
    });

    here("takes a line that it cannot read for the last command, not an older one", async () => {
      await using typed = await start();
      await typed.type("ls older");
      await typed.keysUntil(`${unread}\r`, said);
      await expect.poll(() => lastFailure(typed.environment()).failure.command).toBe(unread);
      await expect
        .poll(() => lastFailure(typed.environment()).failure.output)
        .toMatch(new RegExp(`^[^\\n]{0,20}${said}`));
      await typed.press(`${CTRL_U}ls newer\r`);
      await expect.poll(() => lastFailure(typed.environment()).failure.command).toBe("ls newer");
    });

    here("says nothing when its files are gone, as after fix uninstall", async () => {
      await using typed = await start();
      await typed.type("ls older");
      rmSync(typed.folder, { recursive: true });
      await typed.type("true");
      const shown = await typed.type("ls newer");
      expect(shown).toContain("ls: ");
      expect(shown).not.toMatch(/warning|redirect|fix-shell|no such file or directory: /i);
      expect(await typed.type(exitCode)).toContain("<2>");
    });

    here("records a success, and removes its record on exit", async () => {
      await using typed = await start();
      await typed.type("false");
      await typed.type("true");
      expect(() => lastFailure(typed.environment())).toThrow(
        "the last command ended with exit code 0: true",
      );
      expect(await typed.leave("exit 5")).toBe(5);
      expect(typed.files()).toEqual(["works"]);
    });
  },
);

test.skipIf(!hasProgram("fish") || !canRecord)(
  "fish finishes the typed line before it restarts with a recorder, and says so (needs fish, script)",
  async () => {
    await using typed = await TypedShell.start(["fish"], {
      [FISH]: `set -g fish_greeting
function fish_prompt; printf '${PROMPT}'; end
chmod +x ~/bin/fix
set -gx PATH ~/bin $PATH`,
      "bin/fix": "#!/bin/sh\ncat ~/hooks\n",
      hooks: hookScript("fish"),
      ".local/share/fish/generated_completions/none.fish": "",
    });
    const shown = await typed.type("fix init fish | source; echo the-'rest'; cd /usr");
    expect(shown).toMatch(/the-rest\r\n[\s\S]*restarting this shell to record its output/);
    await typed.type("echo boom; false");
    await expect
      .poll(() => lastFailure(typed.environment()))
      .toMatchObject({
        failure: { directory: "/usr", output: expect.stringContaining("boom\r\n") },
        notes: [],
      });
  },
);
