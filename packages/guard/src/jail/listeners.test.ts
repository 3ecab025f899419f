import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { programName } from "./listeners.ts";

test("a program of Node is called node, whatever its first thread is called", async () => {
  const program = spawn(process.execPath, ["-e", "console.log(); setInterval(() => {}, 1e6)"]);
  await once(program.stdout, "data");
  expect(programName(program.pid ?? 0)).toBe("node");
  program.kill();
});
