/** Opens a sandbox on a directory, runs one command in it and tells how either went. */
import { homedir } from "node:os";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { RUNGS } from "../src/sandbox/rung.ts";

const [directory = ".", text = "true", rung = "A"] = process.argv.slice(2);
const weakest = RUNGS.find((name) => name === rung) ?? "A";
const opened = await openSandbox({ directory, home: homedir(), network: "none", weakest });
if (opened.ok) {
  await using sandbox = opened.value;
  const { exitCode, output } = await sandbox.run({ text });
  console.log(JSON.stringify({ exitCode, output }));
} else console.log(JSON.stringify(opened.refusal));
