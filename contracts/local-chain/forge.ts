/** Runs forge with this repository's settings: the npm compiler, no network. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { withLock } from "./lock.ts";

export const REPOSITORY = join(import.meta.dirname, "..", "..");

/** forge and anvil come from npm, for one platform so far, and are installed apart from the rest. */
const FOUNDRY = join(REPOSITORY, "contracts", "foundry");
const FORGE = programPath("forge");
export const ANVIL = programPath("anvil");

export const HAS_FOUNDRY = existsSync(FORGE) && existsSync(ANVIL);

function programPath(name: "forge" | "anvil"): string {
  const folder = `${name}-${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  return join(FOUNDRY, "node_modules", "@foundry-rs", folder, "bin", name);
}

export interface ForgeRun {
  readonly status: number;
  readonly output: string;
  readonly errors: string;
}

/** `root` is the repository, or a copy of the parts that forge needs. */
export function runForge(
  args: readonly string[],
  {
    root = REPOSITORY,
    env = {},
  }: { readonly root?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<ForgeRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(FORGE, args, {
      cwd: root,
      env: {
        ...process.env,
        // contracts/bin/solc is a Node script: run it with the same Node.
        PATH: `${join(process.execPath, "..")}:${process.env.PATH ?? ""}`,
        NO_COLOR: "1",
        FOUNDRY_CONFIG: "contracts/foundry.toml",
        ...env,
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output: Buffer[] = [];
    const errors: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => errors.push(chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      const [out, err] = [Buffer.concat(output).toString(), Buffer.concat(errors).toString()];
      resolve({ status: status ?? 1, output: out, errors: err });
    });
  });
}

const BUILD_LOCK = join(REPOSITORY, "contracts", "cache", "build.lock");

/** Compiles what has changed. Throws with the compiler's output when that fails. */
export async function buildContracts(): Promise<void> {
  const build = () => runForge(["build", "contracts/src"]);
  const { status, output, errors } = await withLock(BUILD_LOCK, build);
  if (status !== 0) throw new Error(`forge build failed\n${output}\n${errors}`);
}

/** Compiles tests quickly. They run the bytecode that `buildContracts` has built. */
export const TEST_PROFILE = { FOUNDRY_PROFILE: "test" } as const;
