import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";
import { lastFailure } from "./last-failure.ts";
import { hookScript } from "./shells.ts";
import { PROMPT, TypedShell } from "./test/typed-shell.ts";

const HOOKS = hookScript("bash");
const canRecord = hasProgram("script");

function startBash(own = "", files: Readonly<Record<string, string>> = {}): Promise<TypedShell> {
  const rc = `PS1='${PROMPT}'\nHISTCONTROL=ignoreboth\n${own}\n${HOOKS}`;
  return TypedShell.start(["bash"], { ".bashrc": rc, ...files });
}

test.skipIf(!canRecord).each([
  {
    what: "a failure with colours",
    typed: `printf '\\e[31mred\\e[0m\\nboom\\n' >&2; (exit 3)`,
    told: { exitCode: 3, output: "\x1b[31mred\x1b[0m\r\nboom\r\n" },
  },
  {
    what: "a command that is not there",
    typed: "no-such-command-here",
    told: { exitCode: 127, output: "bash: no-such-command-here: command not found\r\n" },
  },
  {
    what: "a last line without an end",
    typed: "printf half; false",
    told: { exitCode: 1, output: "half" },
  },
  {
    what: "output that claims to be the end of the command",
    typed: `printf '\\e]133;D;0;aid=1.1\\a'; echo more; false`,
    told: { exitCode: 1, output: "\x1b]133;D;0;aid=1.1\x07more\r\n" },
  },
])("$what is recorded as it was shown (needs script)", async ({ typed, told }) => {
  await using shell = await startBash();
  await shell.type(typed);
  // The recorder shows first and writes then.
  const failure = { command: typed, directory: shell.home, ...told };
  await expect.poll(() => lastFailure(shell.environment())).toEqual({ failure, notes: [] });
});

test.skipIf(!canRecord)("a command of several lines is recorded whole (needs script)", async () => {
  await using shell = await startBash("PS2='ready@> '");
  await shell.type("for i in 1 2; do");
  await shell.type("echo $i; false");
  await shell.type("done");
  const told = { command: "for i in 1 2; do echo $i; false; done", output: "1\r\n2\r\n" };
  await expect.poll(() => lastFailure(shell.environment()).failure).toMatchObject(told);
});

test.skipIf(!canRecord).each([
  {
    what: "a text of several lines",
    typed: ["cat nothing <<END", "a", "END"],
    command: "cat nothing <<END\na\nEND\n",
  },
  { what: "a repeated command", typed: ["ls nothing", "!!"], command: "ls nothing" },
  { what: "an exclamation mark", typed: ["ls 'no!thing'"], command: "ls 'no!thing'" },
  { what: "a pipeline", typed: ["echo a | grep b"], command: "echo a | grep b" },
])("$what is recorded as it ran (needs script)", async ({ typed, command }) => {
  await using shell = await startBash("PS2='ready@> '");
  for (const line of typed) await shell.type(line);
  expect(lastFailure(shell.environment()).failure.command).toBe(command);
});

test.skipIf(!canRecord)(
  "a command is recorded with the directory where it ran (needs script)",
  async () => {
    await using shell = await startBash();
    await shell.type("cd /; false");
    expect(lastFailure(shell.environment()).failure).toMatchObject({
      command: "false",
      directory: "/",
    });
    await shell.type("cd /tmp");
    await shell.type("(cd /; false)");
    expect(lastFailure(shell.environment()).failure).toMatchObject({
      command: "(cd /; false)",
      directory: "/tmp",
    });
  },
);

test.skipIf(!canRecord)(
  "a line that bash cannot read is the last command, and never an older one (needs script)",
  async () => {
    await using shell = await startBash();
    await shell.type("echo older; false");
    await shell.type("if true; then echo x; fi fi");
    const failure = {
      command: "if true; then echo x; fi fi",
      directory: shell.home,
      exitCode: 2,
      output: expect.stringMatching(/^bash: syntax error near unexpected token `fi'/),
    };
    await expect.poll(() => lastFailure(shell.environment())).toEqual({ failure, notes: [] });
    // Enter on an empty line changes nothing.
    await shell.type("");
    expect(lastFailure(shell.environment()).failure.command).toBe(failure.command);
    await shell.type("echo newer; false");
    expect(lastFailure(shell.environment()).failure.command).toBe("echo newer; false");
    // Kept out of the history.
    await shell.type(" fi");
    expect(() => lastFailure(shell.environment())).toThrow("is not in the shell's history");
  },
);

test.skipIf(!canRecord)(
  "the hooks say nothing when their files are gone, as after fix uninstall (needs script)",
  async () => {
    await using shell = await startBash();
    await shell.type("false");
    rmSync(shell.folder, { recursive: true });
    expect(await shell.type("true")).not.toContain("fix-shell");
    expect(await shell.type("false")).not.toContain("fix-shell");
  },
);

test("the hooks keep $? and $_ of the command before", async () => {
  await using shell = await startBash();
  await shell.type("(exit 42) ; [ one = two ]");
  expect(await shell.type('echo "<$?|$_>"')).toContain("<1|]>");
  await shell.type("(exit 42)");
  expect(await shell.type('echo "<$?>"')).toContain("<42>");
});

test("the user's own prompt command, PS0 and DEBUG trap do what they did", async () => {
  await using shell = await startBash(
    `PROMPT_COMMAND='echo "own:$?"'; PS0='before-it '; trap 'debugs=x$debugs' DEBUG`,
  );
  const shown = await shell.type("(exit 3)");
  expect(shown).toContain("before-it ");
  expect(shown).toContain("own:3");
  await shell.type("debugs=");
  expect(await shell.type("declare -p debugs")).toMatch(/debugs="x+"/);
});

test.skipIf(!canRecord)(
  "Ctrl+C ends what runs, and nothing is deaf to it (needs script)",
  async () => {
    await using shell = await startBash();
    expect(await shell.type("trap -p")).not.toMatch(/SIGINT|SIGQUIT/);
    // It says so itself: until then the shell holds the terminal, and the interrupt would be its own.
    await shell.typeUntil(`sh -c 'echo run""ning; exec sleep 77'`, "running");
    expect(await shell.press("\x03")).toContain("^C");
    expect(() => lastFailure(shell.environment())).toThrow(
      "the last command was interrupted, so there is nothing to repair: sh -c",
    );
    expect(await shell.type('echo "<$?>"')).toContain("<130>");
  },
);

test.skipIf(!canRecord)(
  "typed by a person, the line lets the rest of it happen, and keeps directory and prompt (needs script)",
  async () => {
    await using shell = await TypedShell.start(["bash"], {
      ".bashrc": `chmod +x ~/bin/fix; PATH=~/bin:$PATH; PS1='${PROMPT}'; cd ~`,
      "bin/fix": "#!/bin/sh\ncat ~/hooks\n",
      hooks: HOOKS,
    });
    const line = `eval "$(fix init bash)"; echo the-"rest"; PS1='mine ${PROMPT}'; cd /usr`;
    const shown = await shell.type(line);
    expect(shown).toMatch(
      /the-rest\r\n[\s\S]*restarting this shell to record its output[\s\S]*mine /,
    );
    expect(await shell.type('echo "<$PWD> boom"; false')).toContain("</usr> boom");
    await expect
      .poll(() => lastFailure(shell.environment()))
      .toMatchObject({
        failure: { directory: "/usr", output: "</usr> boom\r\n" },
        notes: [],
      });
    expect(await shell.type("env | grep ^FIX_ | cut -d= -f1 | sort | xargs")).toContain(
      "FIX_SHELL_LOG FIX_SHELL_RECORD FIX_SHELL_TTY\r\n",
    );
  },
);

test.each([
  { what: "before any command", typed: [], problem: "no command has finished in this shell yet" },
  {
    what: "after a success",
    typed: ["false", "echo fine"],
    problem: "the last command ended with exit code 0",
  },
  {
    what: "after a repair",
    typed: ["fix() { :; }", "false", "fix it"],
    problem: "ended with exit code 0: fix it",
  },
  {
    what: "after a command that was kept out of the history",
    typed: ["echo first; false", " (exit 4)"],
    problem: "is not in the shell's history (the one before it was: echo first; false)",
  },
  {
    what: "where the history is off",
    typed: ["set +o history", "false"],
    problem: "the shell's history is off",
  },
  {
    what: "where the folder is gone",
    typed: ["mkdir gone", "cd gone", "false", "rmdir ../gone; false", "false"],
    problem: "which no longer exists",
  },
])("$what there is nothing to repair, and fix it says why", async ({ typed, problem }) => {
  await using shell = await startBash();
  for (const line of typed) await shell.type(line);
  expect(() => lastFailure(shell.environment())).toThrow(problem);
});

test.skipIf(!canRecord)(
  "a repeated command is recorded although the history has it once (needs script)",
  async () => {
    await using shell = await startBash();
    await shell.type("echo again; false");
    await shell.type("echo again; false");
    const told = { command: "echo again; false", output: "again\r\n" };
    await expect.poll(() => lastFailure(shell.environment()).failure).toMatchObject(told);
  },
);

test("after fix it fails, the command to repair is still recorded", async () => {
  await using shell = await startBash("fix() { echo tried; return 2; }");
  await shell.type("echo broken; false");
  await shell.type("fix it --yes");
  const { command, exitCode } = lastFailure(shell.environment()).failure;
  expect({ command, exitCode }).toEqual({ command: "echo broken; false", exitCode: 1 });
});

test.skipIf(!canRecord)("the record is private and short (needs script)", async () => {
  await using shell = await startBash();
  await shell.type("seq 1 100000");
  const { folder } = shell;
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const file of shell.files()) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  const log = shell.files().find((file) => file.endsWith(".log")) ?? "";
  expect(statSync(join(folder, log)).size).toBeLessThan(100_000);
});

test.skipIf(!canRecord)(
  "the record ends with the shell, and a dead one's with the next (needs script)",
  async () => {
    await using shell = await startBash("", { "fix-shell/999999999.log": "" });
    await shell.type("false");
    await expect.poll(() => shell.files()).not.toContain("999999999.log");
    expect(await shell.leave("exit 5")).toBe(5);
    expect(shell.files()).toEqual(["works"]);
  },
);

test.skipIf(!canRecord)(
  "a shell below a recorded one shares its terminal and keeps to itself (needs script)",
  async () => {
    await using shell = await startBash();
    await shell.type("bash");
    await shell.type("echo inner; false");
    const records = shell.files().filter((file) => file.endsWith(".last"));
    expect(records).toHaveLength(2);
    expect(shell.files().filter((file) => file.endsWith(".log"))).toHaveLength(1);
    const told = records.map((file) => readFileSync(join(shell.folder, file), "utf8"));
    expect(told.filter((text) => text.includes("echo inner"))).toHaveLength(1);
  },
);

test.skipIf(!canRecord)(
  "a terminal that is closed takes the shells in it along (needs script)",
  async () => {
    await using shell = await startBash();
    await shell.type("bash");
    const shown = await shell.type("echo pids $PPID $$");
    const pids = (/pids ([\d ]+)/.exec(shown.slice(shown.indexOf("$$")))?.[1] ?? "").split(" ");
    expect(pids).toHaveLength(2);
    await shell.closeTerminal();
    await expect.poll(() => pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    await expect.poll(() => shell.files()).toEqual(["works"]);
  },
);

test.skipIf(!canRecord).each([
  { when: "the first shell tries the recorder", files: {}, calls: "script\nscript\n" },
  { when: "the next one trusts it", files: { "fix-shell/works": "" }, calls: "script\n" },
])("$when (needs script)", async ({ files, calls }) => {
  await using shell = await TypedShell.start(["bash"], {
    ".bashrc": `chmod +x ~/bin/script; PATH=~/bin:$PATH; PS1='${PROMPT}'\n${HOOKS}`,
    "bin/script": `#!/bin/sh\necho script >>~/calls\nPATH=\${PATH#*:} exec script "$@"\n`,
    ...files,
  });
  expect(readFileSync(join(shell.home, "calls"), "utf8")).toBe(calls);
});

test("without a recorder the command is recorded without output, with a note", async () => {
  const bin = "#!/bin/sh\nexit 1\n";
  await using shell = await TypedShell.start(["bash"], {
    ".bashrc": `chmod +x ~/bin/script; PATH=~/bin:$PATH; PS1='${PROMPT}'\n${HOOKS}`,
    "bin/script": bin,
  });
  await shell.type("echo hello; false");
  expect(lastFailure(shell.environment())).toEqual({
    failure: { command: "echo hello; false", directory: shell.home, exitCode: 1, output: "" },
    notes: [expect.stringMatching(/not recorded: .*util-linux's script.*fix <command> runs/)],
  });
  // The exit code and the command's own name say enough.
  await shell.type("gti status");
  expect(lastFailure(shell.environment())).toMatchObject({
    failure: { command: "gti status", exitCode: 127, output: "gti: command not found\n" },
    notes: [],
  });
});

test("a shell that is not interactive is left alone", () => {
  const { stdout, stderr } = spawnSync(
    "bash",
    ["-c", `${HOOKS}\necho "<\${PS0-}\${PROMPT_COMMAND-}>"`],
    {
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: "/nowhere", TERM: "xterm" },
    },
  );
  expect({ stdout, stderr }).toEqual({ stdout: "<>\n", stderr: "" });
});

test("without the integration, fix it says how to add it", () => {
  expect(() => lastFailure({ SHELL: "/usr/bin/zsh" })).toThrow(
    'eval "$(fix init zsh 2>/dev/null)"` to ~/.zshrc',
  );
  // The login shell is another one.
  expect(() => lastFailure({ SHELL: "/bin/bash" }, "fish")).toThrow(
    "to ~/.config/fish/config.fish",
  );
});
