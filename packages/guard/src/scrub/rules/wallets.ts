/** Keys that are money: Nostr, Bitcoin, Lightning, ecash; and phrases are in `mnemonic.ts`. */
import { type PrefixRule, tokenRule } from "./prefix-rule.ts";

const BECH32 = "[02-9ac-hj-np-z]";
const BASE58 = "[1-9A-HJ-NP-Za-km-z]";

export const WALLETS: readonly PrefixRule[] = [
  tokenRule({ category: "nostr-key", prefixes: ["nsec1", "ncryptsec1"], body: BECH32, least: 50 }),
  tokenRule({
    category: "lightning",
    prefixes: ["nostr+walletconnect://", "nostr+walletconnect:", "lndconnect://"],
    body: "[^\\s\"'<>`\\\\[]",
    least: 20,
  }),
  tokenRule({
    category: "lightning",
    prefixes: ["cashuA", "cashuB"],
    body: "[A-Za-z0-9_=-]",
    least: 40,
  }),
  // The head of a macaroon: version, then a location; in base64 and in hex.
  tokenRule({
    category: "lightning",
    prefixes: ["AgEDbG5k", "MDAx", "AgELbG5k"],
    body: "[A-Za-z0-9_=+/-]",
    least: 60,
    isMixed: true,
  }),
  tokenRule({ category: "lightning", prefixes: ["0201036c6e64"], body: "[0-9a-fA-F]", least: 60 }),
  tokenRule({
    category: "wallet-key",
    prefixes: ["xprv", "yprv", "zprv", "tprv", "uprv", "vprv"],
    body: BASE58,
    least: 90,
  }),
];
