/** Opens a sandbox on a directory, runs one command in it and reports the result or the refusal. */
import { homedir } from "node:os";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";

const [directory = ".", text = "true", kind = "overlay"] = process.argv.slice(2);
const allowsCopy = kind === "copy";
const opened = await openSandbox({ directory, home: homedir(), network: "none", allowsCopy });
if (opened.ok) {
  await using sandbox = opened.value;
  const { exitCode, output } = await sandbox.run({ text });
  console.log(JSON.stringify({ exitCode, output }));
} else console.log(JSON.stringify(opened.refusal));
