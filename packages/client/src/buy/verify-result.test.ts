import { BadAnswer, type Contract } from "@bazaar/doors/connection";
import { chainJson, isJsonObject, type JsonObject, payloadText, sha256Hex } from "@bazaar/kernel";
import { resultEnvelope } from "@bazaar/testkit";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { taken } from "../../../doors/src/http/connect/test/in-process.ts";
import { BuyScene, WRONG } from "../../test/buy-scene.ts";
import { trajectoryLook } from "./look-at-trajectory.ts";
import { resultPayload } from "./result-payload.ts";
import { verifyResult } from "./verify-result.ts";

const TEXT = "oa.text_gen.v1";
const signal = new AbortController().signal;

let scene: BuyScene;

beforeEach(async () => {
  scene = await BuyScene.open();
});

afterEach(async () => {
  await scene[Symbol.asyncDispose]();
});

/** Handed in with its payload as an artifact. */
async function handedIn(changes: JsonObject = {}): Promise<Contract> {
  const { provider } = scene;
  const posted = taken(await scene.meet().post(scene.document)).contract;
  const { payload, ...envelope } = resultEnvelope(TEXT, provider.party, changes);
  const { job_hash } = posted.state.terms.work.spec;
  const text = isJsonObject(payload) ? payloadText(payload) : null;
  const bytes = Buffer.from(text?.ok ? text.value : "", "utf8");
  const payload_artifact = taken(await provider.keepArtifact(bytes));
  const fix = chainJson({ ...envelope, job_hash: job_hash ?? "", payload_artifact });
  const accepted = taken(await provider.act(posted, "accept")).contract;
  return taken(await provider.act(accepted, "fix", { fix })).contract;
}

const fixOf = ({ transcript }: Contract) => String(transcript.entries.at(-1)?.data.fix);

/** With artifacts as this market gives them. */
function verified(contract: Contract, artifact?: () => Response) {
  const connection = scene.meet(async (request) =>
    artifact !== undefined && request.url.includes("/artifacts/")
      ? artifact()
      : scene.place.fetch(request),
  );
  const needs = { connection, openSandbox: async () => null, signal };
  return verifyResult(contract, fixOf(contract), needs);
}

describe("a result in an artifact", () => {
  test("is verified from there, and is what was bought", async () => {
    const contract = await handedIn();
    expect(await verified(contract)).toMatchObject({ verdict: "pass", reason: null });
    const needs = { connection: scene.meet(), signal };
    const payload = await resultPayload(contract, fixOf(contract), needs);
    expect(payload?.text).toBe("Hello.");
  });

  test("with another hash fails", async () => {
    const { verdict, named } = await verified(await handedIn(WRONG));
    expect(verdict).toBe("fail");
    expect(named.find((step) => step.verdict === "fail")?.name).toBe("hash_matches");
  });

  test("that names another provider fails, and says why", async () => {
    const provenance = { model: "rules", provider_id: scene.buyer };
    const { verdict, reason } = await verified(await handedIn({ provenance }));
    expect({ verdict, reason }).toEqual({
      verdict: "fail",
      reason: expect.stringContaining("not one of this job"),
    });
  });

  test("that the market does not give has no verdict", async () => {
    const gone = () => Response.json({ code: "unknown_artifact", detail: "gone" }, { status: 404 });
    expect(await verified(await handedIn(), gone)).toMatchObject({
      verdict: "no_verdict",
      reason: "The result is not stored.",
    });
  });

  test("in place of which the market gives other bytes has no verdict either", async () => {
    const other = () => new Response(chainJson({ text: "Hello.", text_sha256: sha256Hex("Hi") }));
    await expect(verified(await handedIn(), other)).rejects.toBeInstanceOf(BadAnswer);
  });

  test("is missed once it is not stored any more", async () => {
    const contract = await handedIn();
    const connection = scene.meet(async (request) =>
      request.url.includes("/artifacts/")
        ? Response.json({ code: "unknown_artifact", detail: "gone" }, { status: 404 })
        : scene.place.fetch(request),
    );
    expect(await resultPayload(contract, fixOf(contract), { connection, signal })).toBeNull();
  });
});

test("the record of the work is looked at, though the terms do not ask for it", async () => {
  const { trajectory, evidence, verdict } = await verified(await handedIn());
  expect(trajectory.isValid).toBe(false);
  expect(evidence.trajectory).toBeDefined();
  expect(verdict).toBe("pass");
});

test.each([
  { trajectory: { problem: null, lines: 14n, wrong_counts: [] }, isValid: true, says: "14 lines" },
  { trajectory: { problem: "unsigned", says: "by whom?" }, isValid: false, says: "" },
  { trajectory: { stored: false }, isValid: false, says: "" },
])("of the record $trajectory a person is told whether it is valid", (given) => {
  const look = trajectoryLook({ trajectory: given.trajectory });
  expect(look.isValid).toBe(given.isValid);
  expect(look.words).toContain(given.says);
  expect(look.words).not.toBe("");
  expect(trajectoryLook({})).toEqual({ isValid: false, words: "it was not seen" });
});
