/** The pace of questions, with a market in a process of its own and a line to it that is slow at times. */
import { setTimeout as wait } from "node:timers/promises";
import { connect } from "@bazaar/doors/http/connect";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { describe, expect, test } from "vitest";
import { Folder, TestServer } from "../../../../apps/server/test/server.ts";
import { type Look, runAgent, type Solver } from "../../../agent/src/index.ts";
import { contractOf, hasSandbox, RIGHT, TestBed, typesOf } from "../../test/test-bed.ts";
import { repair } from "./repair.ts";

const RATE_SECONDS = 1;
/** Longer than any margin that the agent may keep, and shorter than the rate. */
const LATE_MS = 800;

describe.skipIf(!hasSandbox)(
  "an investigation that the market accepted in time (needs bwrap)",
  () => {
    test("is answered even if the one before it was delayed, and if the guard refuses it", async () => {
      await using bed = await TestBed.open();
      using folder = new Folder();
      await using server = await TestServer.start(folder);
      let lateUntilMs = 0;
      const looks: Look[] = [];
      const solver: Solver = {
        name: "curious",
        async solve(_, tools) {
          lateUntilMs = Date.now() + LATE_MS;
          for (const command of ["cat answer.txt", "pwd", "cat > answer.txt"]) {
            looks.push(await tools.look(command));
          }
          return (await tools.propose(RIGHT)).verdict === "pass" ? "solved" : "passed";
        },
      };
      const leaving = new AbortController();
      const at = { url: server.url, verify: ed25519Verify };
      const running = runAgent({
        connection: connect({ ...at, signer: generateSigner() }),
        solver,
        limits: { pollMs: 20 },
        signal: leaving.signal,
      });
      const slowly = async (request: Request): Promise<Response> => {
        const response = await fetch(request);
        await wait(Math.max(0, lateUntilMs - Date.now()));
        return response;
      };
      const connection = connect({ ...at, signer: generateSigner(), fetch: slowly });
      const document = await bed.document({ judge: null, secondsBetweenLooks: RATE_SECONDS });
      const done = await repair(document, bed.needs({ connection }));
      leaving.abort();
      await running;
      expect(looks.map((look) => look.isSeen && look.output)).toEqual([
        "wrong\n",
        `${bed.project}\n`,
        'Refused: Commands run without a shell, so ">" is refused: nothing is written; only /dev/null and 2>&1 may follow.',
      ]);
      const asked = typesOf(contractOf(done)).filter((type) => type === "investigate");
      expect(asked).toHaveLength(3);
      expect(done).toMatchObject({ is: "over", repaired: { proposal: { fix: RIGHT.shell } } });
    });
  },
);
