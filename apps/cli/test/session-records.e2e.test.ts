/** What the agent of the built-in market did is recorded, signed, shown by `fix show` and checked by `bazaar`. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";
import { Person } from "./person.ts";

const BAZAAR = join(import.meta.dirname, "../../server/src/main.ts");

const BROKEN = {
  "sum.js": "export const sum = (a, b) => a + b;\n",
  "test.mjs": 'import { sum } from "./sum";\nif (sum(2, 2) !== 4) process.exit(1);\n',
};

test.skipIf(!hasProgram("bwrap"))("a repair leaves a signed session (needs bwrap)", async () => {
  using person = new Person(BROKEN);
  const { status, err } = await person.fix(["--yes", "node", "test.mjs"]);
  expect({ status, err }).toMatchObject({ status: 0 });
  const [, id = ""] = /contract ([0-9a-f]+)/.exec(err) ?? [];
  const shown = await person.fix(["show", id]);
  const [, session = ""] = /^session +(\S+)$/m.exec(shown.out) ?? [];
  expect(session.startsWith(join(person.home, ".fix/sessions", id))).toBe(true);
  expect(statSync(session).mode & 0o777).toBe(0o600);

  const lines = readFileSync(session, "utf8").trim().split("\n");
  const events = lines.map((line) => JSON.parse(line));
  expect(events.filter(({ tool }) => tool === "fix")).toMatchObject([
    { params: { fix: expect.stringContaining("sum.js") } },
  ]);
  expect(events.at(-2)).toMatchObject({ event: "Verification", exit_codes: [0] });
  expect(events.at(-1)).toMatchObject({ event: "SessionEnd", status: "Success" });

  const verified = await person.run([BAZAAR, "session", "verify", session]);
  expect(verified).toMatchObject({ status: 0 });
  expect(verified.out).toMatch(/signature +ok: fix_[0-9a-f]{64} signed every line, contract/);

  const changed = lines.map((line) => line.replace('"look"', '"peek"'));
  writeFileSync(join(dirname(session), "REPLAY.jsonl"), `${changed.join("\n")}\n`);
  expect(await person.run([BAZAAR, "session", "verify", session])).toMatchObject({ status: 1 });
});
