import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { quoteWords } from "@bazaar/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hookScript } from "../shell/shells.ts";
import { promptStartup } from "../shell/test/prompt-startup.ts";
import { PROMPT, TypedShell } from "../shell/test/typed-shell.ts";

const FIX = quoteWords([process.execPath, join(import.meta.dirname, "../../dist/main.mjs")]);
const canRepair = hasProgram("script", "bwrap", "make");

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "fix-it-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  {
    what: "in a shell without hooks",
    record: null,
    problem: "shell integration is off",
  },
  { what: "before any command", record: "", problem: "no command has finished in this shell yet" },
  {
    what: "after a success",
    record: ["2", "0", "yes", "/", "/", "", "", "ls"].join("\0"),
    problem: "the last command ended with exit code 0: ls;",
  },
])("$what, fix it says so and does nothing", ({ record, problem }) => {
  const path = join(folder, "record");
  if (record !== null) writeFileSync(path, record);
  const { FIX_SHELL_RECORD: _, ...environment } = process.env;
  const { status, stdout, stderr } = spawnSync("sh", ["-c", `${FIX} it`], {
    encoding: "utf8",
    env: { ...environment, HOME: folder, ...(record === null ? {} : { FIX_SHELL_RECORD: path }) },
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr).toContain(`fix: `);
  expect(stderr).toContain(problem);
});

test.skipIf(!canRepair)(
  "what failed is repaired from its record, and was run once (needs script, bwrap, make)",
  async () => {
    await using shell = await TypedShell.start(["bash"], {
      ".bashrc": `PS1='${PROMPT}'\nfix() { ${FIX} "$@"; }\n${hookScript("bash")}`,
      "project/Makefile": "test:\n    echo hi\n",
    });
    await shell.type("cd project");
    expect(await shell.type("echo run >>../runs; make test")).toContain("missing separator");
    const shown = await shell.type("fix it --yes");
    expect(shown).toContain("verified");
    expect(shown).toContain("committed");
    expect(shown).toContain("run it again: echo run >>../runs; make test");
    expect(readFileSync(join(shell.home, "project", "Makefile"), "utf8")).toBe(
      "test:\n\techo hi\n",
    );
    expect(readFileSync(join(shell.home, "runs"), "utf8")).toBe("run\n");
    expect(await shell.type("fix it")).toContain(
      "the last command ended with exit code 0: fix it --yes",
    );
  },
);

test.skipIf(!hasProgram("script"))(
  "a mistyped cd stands on the prompt, and nothing is posted for it (needs script)",
  async () => {
    await using shell = await TypedShell.start(["bash"], {
      ".bashrc": `chmod +x ~/bin/fix; PATH=~/bin:$PATH; PS1='${PROMPT}'\n${hookScript("bash")}`,
      "bin/fix": `#!/bin/sh\nexec ${FIX} "$@"\n`,
      "site/frontend/index.html": "",
    });
    await shell.type("cd stie");
    await shell.typeUntil("fix it", `${PROMPT}cd site`);
    await shell.press("\r");
    await shell.type("cd ../site/fronted");
    await shell.typeUntil("fix it", `${PROMPT}cd ../site/frontend`);
    await shell.press("\r");
    expect(await shell.type("pwd")).toContain(`${shell.home}/site/frontend\r\n`);
    expect(existsSync(join(shell.home, ".fix", "key.ed25519"))).toBe(false);
  },
);

test.skipIf(!canRepair)(
  "a correction with a cd in it says that the shell stays where it is (needs script, bwrap)",
  async () => {
    await using shell = await TypedShell.start(["bash"], {
      ".bashrc": `PS1='${PROMPT}'\nfix() { ${FIX} "$@"; }\n${hookScript("bash")}`,
      "w/node app/src/index.js": "",
    });
    await shell.type("cd w/node\\ ap && ls src");
    const shown = await shell.type("fix it --yes");
    expect(shown).toContain("cd 'w/node app' && ls src");
    expect(shown).toMatch(new RegExp(`your shell +is still in ${shell.home}\\r`));
  },
);

test.skipIf(!hasProgram("script")).each(["bash", "zsh", "fish"] as const)(
  "where the records of the shell were removed, fix it says only what fix says (needs script, %s)",
  async (shell) => {
    if (!hasProgram(shell)) return;
    await using typed = await TypedShell.start([shell], {
      ...promptStartup(shell),
      "bin/fix": "#!/bin/sh\necho fix is called: $1\n",
    });
    await typed.type("rm -r ~/fix-shell");
    const shown = await typed.type("fix it");
    expect(shown).toContain("fix is called: it");
    expect(shown).not.toMatch(/no such file/i);
  },
);

const CTRL_U = "\x15";

test.skipIf(!hasProgram("script")).each(["bash", "zsh", "fish"] as const)(
  "an Enter typed while fix it works does not run what it puts on the prompt (needs script, %s)",
  async (shell) => {
    if (!hasProgram(shell)) return;
    await using typed = await TypedShell.start([shell], {
      ...promptStartup(shell),
      // Begins once the Enter is there.
      "bin/fix": `#!/bin/bash\n[[ $1 != it ]] || { echo waiting; until read -t 0; do sleep 0.02; done; }\nexec ${FIX} "$@"\n`,
      "site/index.html": "",
    });
    await typed.type("cd stie");
    await typed.keysUntil("fix it\r", "waiting");
    await typed.keysUntil("\r", `${PROMPT}cd site`);
    expect(await typed.press(`${CTRL_U}pwd\r`)).toContain(`${typed.home}\r\n`);
  },
);
