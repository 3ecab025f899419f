/** Runs small system programs over paths. */
import { isUtf8 } from "node:buffer";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { errorCode } from "../error-code.ts";
import { systemTool } from "../system-tool.ts";
import { asRaw, bytesOf, type RawPath, shownPath } from "./raw-path.ts";

const MAX_COMPLAINT_CHARACTERS = 2_000;
const MAX_DIRECT_BYTES = 60_000;

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Whether a program is not installed. */
  readonly isMissing: boolean;
}

/**
 * Runs a program over many paths. Where they are not valid text, or too many for one command line,
 * `xargs` passes them on.
 */
export async function runOverPaths(
  [name = "true", ...args]: readonly string[],
  paths: readonly RawPath[],
): Promise<Ended> {
  const input = bytesOf(asRaw(paths.map((path) => `${path}\0`).join("")));
  const [program, xargs] = [systemTool(name), systemTool("xargs")];
  if (program === null) return missing(name);
  if (input.length <= MAX_DIRECT_BYTES && isUtf8(input)) {
    return runProgram(program, [...args, ...paths.map(shownPath)], Buffer.alloc(0));
  }
  if (xargs === null) return missing("xargs");
  return runProgram(xargs, ["-0", "-r", program, ...args], input);
}

function missing(name: string): Ended {
  return { exitCode: null, stdout: Buffer.alloc(0), stderr: `no ${name}`, isMissing: true };
}

async function runProgram(program: string, args: readonly string[], input: Buffer): Promise<Ended> {
  // English messages, whatever the user's language.
  const child = spawn(program, args, { env: { LC_ALL: "C" }, stdio: ["pipe", "pipe", "pipe"] });
  const stdout: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (bytes: Buffer) => stdout.push(bytes));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = `${stderr}${text}`.slice(0, MAX_COMPLAINT_CHARACTERS);
  });
  // A program that ends early says why by its exit code.
  child.stdin.on("error", (error) => {
    if (errorCode(error) !== "EPIPE") throw error;
  });
  child.stdin.end(input);
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, stdout: Buffer.concat(stdout), stderr, isMissing: false };
}
