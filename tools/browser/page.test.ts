/**
 * The kernel verifies a transcript in a browser: it is bundled as for a web page, with the verifier
 * in plain JavaScript, and evaluated in a context that has only the language, `TextEncoder` and
 * `TextDecoder`: no Node, no DOM, no console.
 */
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { chainJson, fillTerms, type Result, termsJson, transcriptJson } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { exportTranscript, recordAct } from "@bazaar/market";
import { grant, START_MS, sampleOffer, signedRequest, units } from "@bazaar/testkit";
import { build } from "vite";
import { beforeAll, expect, test } from "vitest";
import { MemoryMarket } from "../memory-market.ts";

const [pia, ada] = [generateSigner(), generateSigner()];
let bundle: string;
let transcript: string;

beforeAll(async () => {
  const page = fileURLToPath(new URL("./page.ts", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: true,
      lib: { entry: page, formats: ["iife"], name: "page", fileName: "page" },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (!result || !("output" in result)) throw new Error("vite gave no bundle");
  expect(result.output).toHaveLength(1);
  bundle = result.output[0].code;
  transcript = await disputedContract();
}, 60_000);

test("the bundle imports nothing", () => {
  expect(bundle.match(/\brequire\(|^import\b|\bimport\(|["'`]node:/m)).toBeNull();
});

test("a transcript with real signatures verifies in a browser", () => {
  expect(inBrowser(transcript)).toBe("resolved");
});

test.each([
  { what: "a word of an entry", from: "gcc foo.c -lbar", to: "gcc foo.c -lbaz" },
  { what: "a word of a request inside one", from: "hello there", to: "hello again" },
  { what: "the ruling", from: '"outcome":"fulfilled"', to: '"outcome":"canceled"' },
  // Nothing follows the last entry and no rule reads its proofs: only its signature covers them.
  { what: "a proof in the last entry", from: '"proof":"ledger:', to: '"proof":"forged:' },
  { what: "when an entry was received", from: `[${START_MS},`, to: `[${START_MS + 9_999_999},` },
])("it does not verify if $what is changed", ({ from, to }) => {
  expect(transcript).toContain(from);
  expect(inBrowser(transcript.replaceAll(from, to))).toMatch(/^(bad_signature|broken_chain)$/);
});

test("the context has nothing of Node", () => {
  const bare = runInContext(GLOBALS, createContext({}, STRICT)) as string;
  const names = new Set((runInContext(GLOBALS, browserContext()) as string).split(","));
  for (const name of bare.split(",")) names.delete(name);
  expect([...names].sort()).toEqual(["TextDecoder", "TextEncoder"]);
  expect(runInContext("typeof console", browserContext())).toBe("undefined");
});

const GLOBALS = "Object.getOwnPropertyNames(globalThis).join()";
/** As under a strict content security policy. */
const STRICT = { codeGeneration: { strings: false, wasm: false } };

function browserContext() {
  const context = createContext(
    Object.assign(Object.create(null), { TextDecoder, TextEncoder }),
    STRICT,
  );
  runInContext("delete globalThis.console;", context);
  return context;
}

function inBrowser(text: string): unknown {
  const context = browserContext();
  runInContext(bundle, context, { timeout: 10_000 });
  return runInContext(`page.readTranscript(${JSON.stringify(text)})`, context, { timeout: 10_000 });
}

/** One contract from post to settlement, with a ruling and one act sent as a request. */
async function disputedContract(): Promise<string> {
  const market = new MemoryMarket(
    { opine: async () => ({ answer: "fulfilled", reasoning: "It links.", details: {} }) },
    (platform) => sampleOffer(platform),
    START_MS,
  );
  for (const { party } of [pia, ada]) await grant(market.store.ledger, party, units("5"));
  const document = {
    version: 2n,
    task: { command: "gcc foo.c", error: "undefined reference to `bar'" },
    escrow: { bounty: "0.50", currency: "XNO", chain: "nano" },
    judge: { pubkey: market.server.party, fee: "0.17" },
  };
  const author = { principal: pia.party, nonce: "07".repeat(32) };
  const terms = must(fillTerms("fix/2", document, author, sampleOffer(market.server.party)));
  const posted = must(await market.act(pia, null, "post", { terms: termsJson(terms) }));
  const { id } = posted.state;
  must(await market.act(ada, id, "bond", {}));
  must(await market.act(ada, id, "accept", {}));
  const said = { message: "hello there" };
  const origin = signedRequest(ada, `/contracts/${id}/chat`, chainJson(said));
  const act = { type: "message", data: { ...said, origin }, contract: id };
  must(await recordAct(market.needs, act));
  must(
    await market.act(ada, id, "fix", { fix: "gcc foo.c -lbar", explanation: "it was not linked" }),
  );
  must(await market.act(pia, id, "dispute_filed", { argument: "I do not like it" }));
  must(await market.act(ada, id, "dispute_response", { argument: "it links" }));
  await market.turn();
  market.nowMs += 31_000;
  await market.turn();
  const exported = await exportTranscript(market.store, id);
  if (exported === null) throw new Error("the contract left no transcript");
  return chainJson(transcriptJson(exported));
}

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`the market refused: ${JSON.stringify(result.refusal)}`);
  return result.value;
}
