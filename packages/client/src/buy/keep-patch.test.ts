import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContractId } from "@bazaar/kernel";
import { expect, onTestFinished, test } from "vitest";
import { keepPatch } from "./keep-patch.ts";

const CONTRACT = "ab".repeat(32) as ContractId;
const NAME = "ab".repeat(16);

function folder(): string {
  const top = mkdtempSync(join(tmpdir(), "bazaar-patches-"));
  onTestFinished(() => rmSync(top, { recursive: true }));
  return join(top, "patches");
}

test("a patch is in a private file that is named after its contract, however often it is kept", () => {
  const at = folder();
  const path = keepPatch(at, CONTRACT, "a\r\né");
  expect(path).toBe(join(at, `${NAME}.patch`));
  expect(readFileSync(path, "utf8")).toBe("a\r\né");
  expect([statSync(at).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
  expect(keepPatch(at, CONTRACT, "a\r\né")).toBe(path);
  expect(readdirSync(at)).toHaveLength(1);
});

test("a file that has something else stays as it is", () => {
  const at = folder();
  const first = keepPatch(at, CONTRACT, "whole");
  writeFileSync(first, "mine");
  const second = keepPatch(at, CONTRACT, "whole");
  expect([first, second].map((path) => readFileSync(path, "utf8"))).toEqual(["mine", "whole"]);
  expect(keepPatch(at, CONTRACT, "whole")).toBe(second);
});

test("where no file can be written it says so", () => {
  const at = folder();
  writeFileSync(at, "a file");
  expect(() => keepPatch(at, CONTRACT, "whole")).toThrow("EEXIST");
});
