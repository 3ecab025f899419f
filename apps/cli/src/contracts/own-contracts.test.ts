import { connect } from "@bazaar/doors/http/connect";
import { ed25519Verify, generateSigner } from "@bazaar/keys";
import { expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../config.ts";
import { findContract, ownContracts } from "./own-contracts.ts";
import type { AtMarket } from "./with-market.ts";

const ONE = `abcdef00${"1".repeat(56)}`;
const OTHER = `abcdef01${"2".repeat(56)}`;

/** A market that says whatever it is told to say. */
function saying(answers: Readonly<Record<string, object>>): AtMarket {
  const signer = generateSigner();
  const fetch = async (request: Request): Promise<Response> => {
    const { pathname, search } = new URL(request.url);
    const answer = answers[`${pathname.replace(signer.party, "me")}${search}`];
    return answer === undefined
      ? Response.json({ code: "unknown_contract", detail: "no" }, { status: 404 })
      : Response.json(answer);
  };
  const url = "http://market.invalid";
  const connection = connect({ url, signer, verify: ed25519Verify, fetch });
  const market = { url, text: url };
  return { connection, party: signer.party, market, config: DEFAULT_CONFIG };
}

function posting(no: number, direction: "in" | "out", account: string): object {
  const [from, to] = direction === "out" ? ["me", account] : [account, "me"];
  return { no, direction, from, to, asset: "XNO", amount: "1", key: `k${no}` };
}

const STATEMENT = {
  "/accounts/me/statement": { postings: [posting(9, "out", `hold/${ONE}/0`)], next: 9 },
  "/accounts/me/statement?before=9": {
    postings: [posting(8, "in", `hold/${"f".repeat(64)}/0`), posting(7, "out", `hold/${OTHER}/0`)],
    next: null,
  },
  "/contracts?limit=200": { contracts: [], next: null },
};

test("what was paid into is one's own, on every page; what was only paid out is not", async () => {
  const { contracts, isComplete } = await ownContracts(saying(STATEMENT));
  expect(contracts.map(({ id }) => id)).toEqual([ONE, OTHER]);
  expect(isComplete).toBe(true);
});

test("an endless list is read up to a limit, and that is reported", async () => {
  const next = "e".repeat(64);
  const endless = {
    ...STATEMENT,
    "/contracts?limit=200": { contracts: [], next },
    [`/contracts?limit=200&before=${next}`]: { contracts: [], next },
  };
  expect(await ownContracts(saying(endless))).toMatchObject({ isComplete: false });
});

test("a beginning that fits two contracts is refused with both of them", async () => {
  const found = findContract(saying(STATEMENT), "ABCDEF");
  await expect(found).rejects.toThrow(
    `2 of your contracts begin with abcdef: ${ONE.slice(0, 32)}, ${OTHER.slice(0, 32)}; give more`,
  );
});

test("a beginning that fits one is asked for under its whole name", async () => {
  await expect(findContract(saying(STATEMENT), "abcdef01")).rejects.toThrow("no such contract");
});
