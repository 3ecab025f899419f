/** Several `fix` at once, as several terminals of one person run them: one home, one built-in market. */
import { hasProgram } from "@bazaar/testkit/program";
import { isFullMatrix } from "@bazaar/testkit/sample";
import { expect, test } from "vitest";
import { Person } from "./person.ts";

const COUNT = isFullMatrix() ? 8 : 4;
/** Of every contract: 0.67 are held, 0.17 of them come back, 0.05 of the bounty are the fee. */
const PAID = /paid +agent 1\.12 XNO, you 0\.17 XNO, platform 0\.05 XNO/;

test.skipIf(!hasProgram("bwrap"))(
  "several fix at once end each with its own answer, and the money adds up (needs bwrap)",
  async () => {
    using person = new Person({});
    const all = await Promise.all(
      Array.from({ length: COUNT }, async (_, number) => ({
        number,
        ...(await person.fix(["--yes", `ls --alll --width=8${number}`])),
      })),
    );
    for (const { number, err } of all) {
      expect(err).toMatch(PAID);
      expect(err).toMatch(new RegExp(`instead +ls --all --width=8${number}\\n`));
      expect(err).not.toContain("chain_conflict");
      const looks = err.match(/ {2}looks .*/g)?.map((line) => line.slice(line.indexOf("looks")));
      expect(new Set(looks).size, err).toBe(looks?.length ?? 0);
    }
    const { out } = await person.fix(["wallet"]);
    expect(out).toContain(`${100 - COUNT * 0.5} XNO free`);
  },
);
