import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { NO_DIRECTORY } from "./present-directory.ts";

const FIX = fileURLToPath(new URL("../bin/fix.mjs", import.meta.url));

test.each([["try --discard -- true"], ["doctor"], ["guard ls"], ["undo"], ["shown"], ["true"]])(
  "fix %s says that its directory was removed",
  (words) => {
    const cwd = mkdtempSync(join(tmpdir(), "fix-removed-"));
    const text = `rmdir '${cwd}' && '${process.execPath}' '${FIX}' ${words}`;
    const { stderr, status } = spawnSync("sh", ["-c", text], { cwd, encoding: "utf8" });
    expect({ stderr, status }).toEqual({ stderr: `fix: ${NO_DIRECTORY}\n`, status: 2 });
  },
);
