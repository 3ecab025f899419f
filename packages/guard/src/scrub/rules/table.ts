/** All rules that start from a fixed string, one file per family. */
import type { Match, View } from "../view.ts";
import { homeName } from "./addresses.ts";
import { CLOUD_KEYS } from "./cloud-keys.ts";
import { COMMAND_FORMS } from "./command-forms.ts";
import { FLAGS } from "./flags.ts";
import { SCHEMES } from "./headers.ts";
import { internationalPhone } from "./numbers.ts";
import { PASSWORD_HASHES } from "./password-hashes.ts";
import type { PrefixRule } from "./prefix-rule.ts";
import { PRIVATE_KEYS } from "./private-keys.ts";
import { TEXT_FORMS } from "./text-forms.ts";
import { VENDOR_TOKENS } from "./vendor-tokens.ts";
import { WALLETS } from "./wallets.ts";

const HOMES = ["/home/", "/Users/", ":\\Users\\", ":\\\\Users\\\\", ":/Users/", "/c/Users/"];

const homes: readonly PrefixRule[] = HOMES.map((prefix) => ({
  prefixes: [prefix],
  match: (view: View, at: number): Match | null => homeName(view, at, prefix),
}));

const phones: PrefixRule = {
  prefixes: [..."123456789"].flatMap((first) =>
    [..."0123456789 (-."].map((second) => `+${first}${second}`),
  ),
  match: internationalPhone,
};

const SELF_EVIDENT = [
  ...PRIVATE_KEYS,
  ...CLOUD_KEYS,
  ...VENDOR_TOKENS,
  ...WALLETS,
  ...PASSWORD_HASHES,
];

export const PREFIX_RULES: readonly PrefixRule[] = [
  ...SELF_EVIDENT,
  ...TEXT_FORMS,
  ...COMMAND_FORMS,
  ...SCHEMES,
  ...FLAGS,
  ...homes,
  phones,
];
