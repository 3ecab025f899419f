import { expect, test } from "vitest";
import { z } from "zod";
import { DoorUnderTest } from "../../test/door-under-test.ts";
import { Life } from "../../test/life.ts";
import { answer, callerRead, publicPost, publicRead, signedPost } from "./endpoint.ts";

const INFO = { path: "/x", summary: "x", tag: "platform", answer: z.unknown() } as const;

test("an endpoint that does not check its caller cannot read one: it does not compile", () => {
  // @ts-expect-error a public read has no caller
  publicRead({ ...INFO, run: async ({ caller }) => answer(caller) });
  // @ts-expect-error it cannot claim to identify the caller either
  publicRead({ ...INFO, identifiesCaller: true, run: async () => answer(null) });
  // @ts-expect-error a read has no body
  callerRead({ ...INFO, run: async ({ body }) => answer(body) });
  // @ts-expect-error a caller that may be missing must be checked
  callerRead({ ...INFO, run: async ({ caller }) => answer(caller.party) });
  // @ts-expect-error a public post has no caller
  publicPost({ ...INFO, body: z.object({}), run: async ({ caller }) => answer(caller) });
  const read = callerRead({ ...INFO, run: async ({ caller }) => answer(caller?.party) });
  const post = signedPost({
    ...INFO,
    body: z.object({ name: z.string() }),
    run: async ({ caller, body }) => answer([caller.party, body.name]),
  });
  expect([read.identifiesCaller, post.method]).toEqual([true, "POST"]);
});

test("a signed GET shows a party its own data", async () => {
  await using under = await DoorUnderTest.open();
  const life = await Life.working(under);
  const path = `/contracts/${life.id}/escrow`;
  expect((await life.principal.get(path)).json).toHaveProperty("principal_account");
  expect(await (await under.ask(path)).json()).not.toHaveProperty("principal_account");
});
