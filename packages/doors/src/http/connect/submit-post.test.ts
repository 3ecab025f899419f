import type { ProfileName } from "@bazaar/kernel";
import { afterEach, beforeEach, expect, test } from "vitest";
import { SAMPLE_POSTS } from "../../../test/connection-conformance.ts";
import { InProcess, taken } from "./test/in-process.ts";

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

/** A profile without a path does not compile. */
const PATHS: Readonly<Record<ProfileName, string>> = {
  "fix/2": "/contracts",
  "escrow/1": "/contracts",
  "job/1": "/jobs",
  "chat/1": "/contracts",
};

test.each(Object.entries(PATHS))("a document of %s is posted to %s", async (profile, path) => {
  const { document, options } = SAMPLE_POSTS[profile as ProfileName];
  taken(await place.connect().post(document(place.under.server.party), options));
  expect(paths).toEqual([path]);
});

test("a document of no profile is never sent", async () => {
  const refused = await place.connect().post({ command: "make" });
  expect(refused).toMatchObject({
    refusal: { code: "malformed_terms", facts: { field: "document" } },
  });
  expect(paths).toEqual([]);
});
