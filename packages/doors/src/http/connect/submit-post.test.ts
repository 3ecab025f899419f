import { randomUUID } from "node:crypto";
import type { JsonObject, ProfileName } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { jobEnvelope, SAMPLE_JOBS } from "@bazaar/testkit";
import { afterEach, beforeEach, expect, test } from "vitest";
import { document } from "../../../test/door-under-test.ts";
import type { PostOptions } from "../../connection/connection.ts";
import { InProcess, taken } from "./test/in-process.ts";

const TEXT = "oa.text_gen.v1";

let place: InProcess;
let paths: string[];

beforeEach(async () => {
  place = await InProcess.open();
  paths = [];
  const door = place.fetch;
  place.fetch = (request) => {
    if (request.method === "POST") paths.push(new URL(request.url).pathname);
    return door(request);
  };
});

afterEach(async () => {
  await place[Symbol.asyncDispose]();
});

interface Row {
  readonly what: string;
  readonly posted: () => JsonObject;
  readonly options?: PostOptions;
  readonly path: string;
}

const job = (): JsonObject => ({
  ...jobEnvelope(TEXT, { ...SAMPLE_JOBS[TEXT]?.request, idempotency_key: randomUUID() }),
  budget: { amount: "1", currency: "XNO" },
});
const command = (): JsonObject => document(place.under);
const proposal = (): JsonObject => ({ agent: generateSigner().party, task: "translate" });

/** A profile without a row does not compile. */
const ROWS: Readonly<Record<ProfileName, Row>> = {
  "fix/2": { what: "a failed command", posted: command, path: "/contracts" },
  "escrow/1": {
    what: "a failed command whose profile is said",
    posted: command,
    options: { profile: "escrow/1" },
    path: "/contracts",
  },
  "job/1": { what: "a job", posted: job, path: "/jobs" },
  "chat/1": { what: "a proposal", posted: proposal, path: "/contracts" },
};

test.each(Object.entries(ROWS).map(([profile, row]) => ({ ...row, profile })))(
  "$what becomes a contract of $profile",
  async ({ posted, options, path, profile }) => {
    const sent = posted();
    const { contract } = taken(await place.connect().post(sent, options));
    expect(contract.state.terms).toMatchObject({ rules: { profile }, document: sent });
    expect(paths).toEqual([path]);
  },
);

test("a document of no profile is never sent", async () => {
  const refused = await place.connect().post({ command: "make" });
  expect(refused).toMatchObject({
    refusal: { code: "malformed_terms", facts: { field: "document" } },
  });
  expect(paths).toEqual([]);
});
