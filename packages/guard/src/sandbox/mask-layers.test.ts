import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeMasks } from "./mask-layers.ts";

const NOTHING = { directories: [], files: [] };

test("a directory that was removed after it was planned does not stop the others", () => {
  const folder = mkdtempSync(join(tmpdir(), "masks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [at, layer] = [join(folder, "tree"), join(folder, "layer")];
  mkdirSync(join(at, "here"), { recursive: true, mode: 0o750 });
  const hidden = new Map(["here", "gone"].map((name) => [join(at, name, ".env"), ""]));
  makeMasks(layer, at, { hidden, regrouped: NOTHING }, process.getuid?.() ?? -1);
  expect(statSync(join(layer, "here")).mode & 0o777).toBe(0o750);
  expect(readFileSync(join(layer, "here/.env"), "utf8")).toBe("");
  expect(existsSync(join(layer, "gone/.env"))).toBe(true);
});
