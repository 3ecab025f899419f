import { fork } from "node:child_process";
import { text } from "node:stream/consumers";
import { invariant } from "@bazaar/kernel";
import { expect, test } from "vitest";
import { CHECK_PROCESS } from "./check-process.ts";

const MAIN = new URL("./main.ts", import.meta.url);
/** Prints what a program imports, by the names that it uses for it. */
const PRINTED = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from "node:module";
registerHooks({
  resolve(name, context, next) {
    console.log(name);
    return next(name, context);
  },
});
`)}`;

test("the process of a check loads no command of the program", async () => {
  const child = fork(MAIN, [CHECK_PROCESS], {
    execArgv: ["--import", PRINTED],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child.disconnect();
  invariant(child.stdout !== null, "its output is a pipe");
  const names = (await text(child.stdout)).split("\n");
  expect(names).toContain("./check-process.ts");
  expect(names).not.toContain("./program.ts");
});
