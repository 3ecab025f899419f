/**
 * Lays out the package: the bundles, the files that they read, a launcher per program, manual pages
 * and licences. Nothing in it depends on where the checkout is or who runs this.
 */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { bundle, ROOT } from "../../apps/cli/bundle.ts";
import { allCommands, defaultCommand } from "../../apps/cli/src/commands/lazy-commands.ts";
import { PROGRAM as FIX } from "../../apps/cli/src/run-verb.ts";
import { PROGRAM as BAZAAR } from "../../apps/server/src/program.ts";
import { manPage } from "./man-page.ts";
import { notices } from "./notices.ts";

/** A scope of its own: `fix` and `bazaar` without one are packages of other people. */
const NAME = "@bazaar-market/fix";

const MANIFEST = {
  name: NAME,
  version: FIX.version,
  description: "Runs a command, and repairs it if it fails",
  license: "AGPL-3.0-or-later AND MIT",
  type: "module",
  bin: { fix: "bin/fix.mjs", bazaar: "bin/bazaar.mjs" },
  man: ["man/fix.1", "man/bazaar.1"],
  engines: { node: ">=22.18" },
};

const COPIED: Readonly<Record<string, string>> = {
  "apps/launch.mjs": "launch.mjs",
  "apps/server/settings.example.json": "settings.example.json",
  "tools/pack/package-readme.md": "README.md",
  LICENSE: "LICENSE",
  "LICENSE-MIT": "LICENSE-MIT",
  "LICENSE-AGPL-3.0": "LICENSE-AGPL-3.0",
};

/** Fills an empty directory. */
export async function stage(directory: string): Promise<void> {
  const put = (name: string, text: string): void => {
    mkdirSync(dirname(join(directory, name)), { recursive: true });
    writeFileSync(join(directory, name), text);
  };
  put("package.json", `${JSON.stringify(MANIFEST, null, 2)}\n`);
  for (const [from, to] of Object.entries(COPIED)) {
    copyFileSync(join(ROOT, from), join(directory, to));
  }
  put("bin/fix.mjs", launcher("fix", "main"));
  put("bin/bazaar.mjs", launcher("bazaar", "bazaar"));
  const fix = { ...FIX, commands: await allCommands(), otherwise: await defaultCommand() };
  put("man/fix.1", manPage(fix, { summary: "run a command, and repair it", seeAlso: "bazaar" }));
  put("man/bazaar.1", manPage(BAZAAR, { summary: "run the market behind fix", seeAlso: "fix" }));
  put("THIRD-PARTY-LICENSES", await bundlePrograms(directory));
  setModes(directory);
}

/** Returns the licences of what went into the bundles. */
async function bundlePrograms(directory: string): Promise<string> {
  const data = join(directory, "data");
  const place = { directory: join(directory, "dist"), root: data };
  const source = (path: string): string => join(ROOT, "apps", path);
  await bundle({ ...place, entries: { main: source("cli/src/main.ts") }, isSplit: false });
  const bundled = await bundle({
    ...place,
    entries: {
      "run-verb": source("cli/src/run-verb.ts"),
      bazaar: source("server/src/main.ts"),
    },
    isSplit: true,
  });
  for (const read of bundled.reads) {
    cpSync(read, join(data, relative(ROOT, read)), { recursive: true });
  }
  return notices(ROOT, bundled);
}

function launcher(name: string, program: string): string {
  return `#!/usr/bin/env node
import { launch } from "../launch.mjs";

launch("${name}", new URL("../dist/${program}.mjs", import.meta.url));
`;
}

/** The same for every umask. */
function setModes(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: "utf8" })) {
    const path = join(directory, name);
    const isProgram = statSync(path).isDirectory() || readFileSync(path, "utf8").startsWith("#!");
    chmodSync(path, isProgram ? 0o755 : 0o644);
  }
}
