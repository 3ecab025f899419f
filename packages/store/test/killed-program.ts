import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";

/** Starts a program, kills it once it has printed that many lines, and returns them. */
export async function killedProgram(
  program: URL,
  args: readonly string[],
  lines: number,
): Promise<readonly string[]> {
  const path = fileURLToPath(program);
  const child = spawn(process.execPath, [path, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  let isKilled = false;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (isKilled || output.split("\n").length <= lines) return;
    isKilled = child.kill("SIGKILL");
  });
  const [, signal] = await once(child, "close");
  expect(signal, `${path} stopped by itself`).toBe("SIGKILL");
  // Text after the last line end was never reported.
  return output.split("\n").slice(0, -1);
}
