/**
 * Runs a module as one bundled file in a process of its own, because a user who may not read the
 * checkout can read that file. It answers in lines of JSON on standard output.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { sampleEnvironment } from "@bazaar/testkit/sample";
import { build } from "esbuild";

export interface EntryProcess {
  /** Node, perhaps started by another program. */
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** CommonJS inside a bundle still asks for `require`. */
const REQUIRE =
  'import { createRequire as nodeRequire } from "node:module"; const require = nodeRequire(import.meta.url);';

/** As the user who runs the tests, unless `process` says otherwise. @throws unless it exits with 0 */
export async function runEntry<Line>(
  entry: URL,
  args: readonly string[] = [],
  { command, cwd, env }: EntryProcess = {
    command: [process.execPath],
    cwd: process.cwd(),
    env: process.env,
  },
): Promise<readonly Line[]> {
  const folder = await mkdtemp(join(tmpdir(), "guard-bundle-"));
  try {
    await chmod(folder, 0o755);
    const file = join(folder, "entry.mjs");
    await writeFile(file, await bundled(entry), { mode: 0o644 });
    const [program = process.execPath, ...before] = command;
    const child = spawn(program, [...before, file, ...args], {
      cwd,
      env: { ...env, ...sampleEnvironment() },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const closed = once(child, "close");
    const [out, problems] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code, signal] = await closed;
    if (code !== 0) throw new Error(`exit ${code ?? signal}\n${problems}\n${out}`);
    return out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const bundles = new Map<string, Promise<string>>();

function bundled(entry: URL): Promise<string> {
  const known = bundles.get(entry.href) ?? bundle(entry);
  bundles.set(entry.href, known);
  return known;
}

async function bundle(entry: URL): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(entry)],
    write: false,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    banner: { js: REQUIRE },
    logLevel: "error",
  });
  return outputFiles[0]?.text ?? "";
}
