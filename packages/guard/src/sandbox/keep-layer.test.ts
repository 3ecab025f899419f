import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Place, succeeded } from "../../test/scenario.ts";
import { NotKept } from "./kept-sandbox.ts";
import { keptSandboxes } from "./kept-sandboxes.ts";
import { reopenSandbox } from "./reopen-sandbox.ts";

/** Fails before one step, as on a full disk. */
function failingAt(failing: string, seen: string[] = []): (step: string) => void {
  return (step) => {
    seen.push(step);
    if (step === failing) throw Object.assign(new Error("no space"), { code: "ENOSPC" });
  };
}

test("keeping that fails at any step on a full disk leaves nothing behind", async () => {
  await using place = new Place();
  const steps: string[] = [];
  await (await place.open()).keep({ onStep: failingAt("none", steps) });
  const base = join(place.state, "sandboxes");
  const before = readdirSync(base);
  expect(steps.length).toBeGreaterThan(5);
  for (const step of steps) {
    const sandbox = await place.open();
    await expect(sandbox.keep({ onStep: failingAt(step) })).rejects.toThrow(NotKept);
    expect(readdirSync(base)).toEqual(before);
  }
});

test("keeping again succeeds even if the replaced generation cannot be removed", async () => {
  await using place = new Place();
  const { id } = await (await place.open()).keep();
  const where = { stateDirectory: place.state };
  const options = {
    directory: place.project,
    home: place.home,
    network: "none",
    ...where,
  } as const;
  const again = await reopenSandbox(id, options);
  if (!again.ok) throw new Error(again.refusal.code);
  succeeded(await again.value.run({ text: "echo more > more" }));
  await again.value.keep({ onStep: failingAt("remove the one it replaces") });
  expect(keptSandboxes(where).map((kept) => kept.id)).toEqual([id]);
  const last = await reopenSandbox(id, options);
  if (!last.ok) throw new Error(last.refusal.code);
  await using sandbox = last.value;
  expect(succeeded(await sandbox.run({ text: "cat more" }))).toBe("more\n");
  expect(readdirSync(join(place.state, "sandboxes"))).toContain(`kept-${id}-2`);
});
