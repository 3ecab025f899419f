/**
 * Opens a sandbox on each of several directories and runs the same command. Says for each what it
 * printed, or the sentence of the refusal.
 */
import { homedir } from "node:os";
import { openSandbox } from "../src/sandbox/open-sandbox.ts";
import { explainRefusal } from "../src/sandbox/refusal.ts";

const [text = "true", ...directories] = process.argv.slice(2);
for (const directory of directories) {
  const opened = await openSandbox({ directory, home: homedir(), network: "none" });
  if (opened.ok) {
    await using sandbox = opened.value;
    const { output } = await sandbox.run({ text });
    console.log(JSON.stringify(output));
  } else console.log(JSON.stringify(explainRefusal(opened.refusal)));
}
