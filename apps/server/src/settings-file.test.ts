import { readFileSync } from "node:fs";
import { DEFAULT_LISTEN_SETTINGS } from "@bazaar/doors/listen";
import { generateSigner } from "@bazaar/keys";
import { BadInput } from "@bazaar/terminal";
import { sampleOffer } from "@bazaar/testkit";
import { afterAll, expect, test } from "vitest";
import { Folder } from "../test/server.ts";
import { grantNotices, grantsOf, offerOf } from "./offer.ts";
import { readSettingsFile } from "./settings-file.ts";

const folder = new Folder();
afterAll(() => folder[Symbol.dispose]());

function read(settings: unknown) {
  const text = typeof settings === "string" ? settings : JSON.stringify(settings);
  return readSettingsFile(folder.write("settings.json", text));
}

const XNO = {
  code: "XNO",
  currency: "XNO",
  chain: "nano",
  bounty: { min: "0.19", max: "100" },
  tierFees: { district: "0.02", appeals: "0.05", supreme: "0.1" },
  platformFee: { percent: "10", min: "0.002" },
  cancelFee: { percent: "10" },
};

const KEY = generateSigner().party;

test("without a file the market offers test XNO with seed 000's figures", () => {
  const { party } = generateSigner();
  const offered = offerOf(party, readSettingsFile(null), false).profiles["fix/2"];
  const [xno, credit] = offered?.money ?? [];
  expect(xno).toEqual(sampleOffer(party, party).profiles["fix/2"]?.money[0]);
  expect(credit).toMatchObject({ currency: "CREDIT", asset: { code: "CREDIT", decimals: 9 } });
});

test("the example shows every key with its default", () => {
  const example = new URL("../settings.example.json", import.meta.url).pathname;
  expect(readSettingsFile(example)).toEqual(readSettingsFile(null));
  const written = JSON.parse(readFileSync(example, "utf8"));
  expect(Object.keys(written)).toEqual(Object.keys(readSettingsFile(null)));
  expect(Object.keys(written.limits)).toEqual(Object.keys(readSettingsFile(null).limits));
  expect(Object.keys(written.chat)).toEqual(Object.keys(readSettingsFile(null).chat));
  expect(written.limits.artifacts).toEqual(readSettingsFile(null).limits.artifacts);
});

test("its own court comes first, external judges after it", () => {
  const [own, other] = [generateSigner().party, generateSigner().party];
  const courts = { tiers: ["district"], judges: [{ key: other, tiers: ["district", "appeals"] }] };
  expect(offerOf(own, read({ courts }), false).profiles["fix/2"]?.courts).toEqual([
    { judge: own, tiers: ["district"] },
    { judge: other, tiers: ["district", "appeals"] },
  ]);
});

test("a panel is offered where its arbiters are named", () => {
  const arbiters = [KEY, generateSigner().party, generateSigner().party];
  const panels = (settings: object) => {
    const { profiles } = offerOf(KEY, read(settings), false);
    return [profiles["job/1"]?.hasPanel, profiles["chat/1"]?.hasPanel];
  };
  expect(panels({ courts: { arbiters } })).toEqual([true, true]);
  expect(panels({})).toEqual([false, false]);
});

test("a file contains only what differs from the defaults", () => {
  const settings = read({ limits: { seats: 3, perAddress: { requests: 7, seconds: 1 } } });
  const { openContracts, seats, artifacts: _, ...door } = settings.limits;
  expect({ openContracts, seats }).toEqual({ openContracts: 100, seats: 3 });
  expect(door).toEqual({
    ...DEFAULT_LISTEN_SETTINGS.limits,
    perAddress: { requests: 7, seconds: 1 },
  });
});

test("a grant is at most 1000 of the asset", () => {
  const settings = read({ assets: [{ ...XNO, startingBalance: "1000", faucet: "1000" }] });
  expect(grantsOf(settings).faucet("XNO")).toBe(1_000n * 10n ** 9n);
});

test("without a starting balance and a faucet nothing is granted", () => {
  const settings = read({ assets: [XNO] });
  expect(grantsOf(settings).starting("XNO")).toBe(0n);
  expect(grantsOf(settings).faucet("XNO")).toBe(0n);
  expect(grantNotices(settings)).toEqual([{ asset: "XNO", starting: "0", faucet: "0" }]);
  expect(grantsOf(readSettingsFile(null)).starting("GOLD")).toBe(0n);
});

test.each([
  { given: "{", says: "is not JSON" },
  { given: [], says: "expected an object" },
  { given: { asets: [] }, says: "unknown key asets; known keys: assets, faucetEverySeconds" },
  { given: { limits: { seat: 1 } }, says: "limits: unknown key seat; known keys:" },
  { given: { limits: { seats: 0 } }, says: "limits.seats: " },
  { given: { limits: { seats: "3" } }, says: "limits.seats: expected a number" },
  { given: { limits: { seats: 0 } }, says: "limits.seats: expected at least 1" },
  { given: { chat: { channels: ["general"] } }, says: "chat.channels[0]: expected a channel" },
  {
    given: { chat: { channels: ["#a", "#a"] } },
    says: "chat.channels: expected each channel once",
  },
  { given: { chat: { replay: 201 } }, says: "chat.replay: expected at most 200" },
  { given: { chat: { rates: { nicks: 1 } } }, says: "chat.rates.nicks: expected an object" },
  { given: { chat: { serverName: "a\nb" } }, says: "chat.serverName: expected up to 64" },
  { given: { trustedProxies: ["x"] }, says: "trustedProxies[0]: expected an address such as" },
  {
    given: { courts: { judges: [{}] } },
    says: "courts.judges[0].key: expected a string; it is missing",
  },
  { given: { limits: { perAddress: 7 } }, says: "limits.perAddress: expected an object" },
  { given: { assets: [] }, says: "assets: " },
  {
    given: { assets: [{ ...XNO, faucet: 5 }] },
    says: "assets[0].faucet: expected a string",
  },
  {
    given: { assets: [{ ...XNO, faucet: "1e3" }] },
    says: 'assets[0].faucet: expected a plain decimal such as "0.5"',
  },
  {
    given: { assets: [{ ...XNO, faucet: "0.0000000001" }] },
    says: "assets[0].faucet: XNO has 9 decimals",
  },
  {
    given: { assets: [{ ...XNO, faucet: "1000.000000001" }] },
    says: "assets[0].faucet: at most 1000 of the asset",
  },
  {
    given: { assets: [{ ...XNO, startingBalance: "10000000" }] },
    says: "assets[0].startingBalance: at most 1000 of the asset",
  },
  { given: { assets: [XNO, XNO] }, says: "assets[1].code: XNO is listed twice" },
  {
    given: { assets: [{ ...XNO, bounty: { min: "2", max: "1" } }] },
    says: "assets[0].bounty: min must be above 0 and at most max",
  },
  {
    given: { assets: [{ ...XNO, bounty: { min: "1", max: "9999999999" } }] },
    says: "assets[0].bounty: max is more than the ledger can hold",
  },
  {
    given: { assets: [{ ...XNO, cancelFee: { percent: "100.01" } }] },
    says: "assets[0].cancelFee.percent: at most 100",
  },
  {
    given: { courts: { tiers: ["supreme"] } },
    says: "courts.tiers: expected district, appeals, supreme in this order, from the first",
  },
  {
    given: { courts: { judges: [{ key: "bob", tiers: ["district"] }] } },
    says: "courts.judges[0].key: expected a key such as fix_",
  },
  {
    given: { courts: { arbiters: [KEY, generateSigner().party] } },
    says: "courts.arbiters: expected at least 3 keys, each once, or none",
  },
  {
    given: { courts: { arbiters: [KEY, generateSigner().party, KEY] } },
    says: "courts.arbiters: expected at least 3 keys, each once, or none",
  },
  { given: { trustedProxies: ["localhost"] }, says: "trustedProxies[0]: " },
  { given: { logLevel: "loud" }, says: "logLevel: " },
])("$given is refused: $says", ({ given, says }) => {
  expect(() => read(given)).toThrow(BadInput);
  expect(() => read(given)).toThrow(says);
});
