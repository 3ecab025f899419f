/** Runs all crash points as whoever runs it, one JSON line each; and is what they kill. */
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { act, crashKept, isRole } from "./kept-crashes.ts";

const [first, second = "", third, id = "", stopAt = "-1"] = process.argv.slice(2);

if (isRole(first)) {
  await act(first, { folder: second, rung: third === "D" ? "D" : "A" }, id, Number(stopAt));
} else {
  const home = mkdtempSync(join(first ?? "/nowhere", "crashes-"));
  try {
    for await (const result of crashKept(home, second === "D" ? "D" : "A")) {
      console.log(JSON.stringify(result));
    }
  } finally {
    spawnSync("rm", ["-rf", home], { stdio: "ignore" });
  }
}
