/** All rules that start from a fixed string, one file per family. */
import { ADDRESS_KEYS } from "./address-keys.ts";
import { homeName } from "./addresses.ts";
import { CLOUD_KEYS } from "./cloud-keys.ts";
import { COLUMNS } from "./columns.ts";
import { COMMAND_FORMS } from "./command-forms.ts";
import { COMMAND_WORDS, FLAGS } from "./flags.ts";
import { SCHEMES } from "./headers.ts";
import { KEY_NUMBERS } from "./key-numbers.ts";
import { LISTED_SECRETS } from "./listed-secrets.ts";
import { NUMBERED_PHRASE } from "./mnemonic.ts";
import { internationalPhone } from "./numbers.ts";
import { PAIRED_NAMES } from "./paired-names.ts";
import type { PrefixRule } from "./prefix-rule.ts";
import { PRINTED_VARIABLES, PRINTING_COMMANDS } from "./printed-secrets.ts";
import { PRIVATE_KEYS } from "./private-keys.ts";
import { SPACED_NAMES } from "./spaced-names.ts";
import { SQL_VALUES } from "./sql-values.ts";
import { DOCKER_CONFIG, TELLING_FIRST } from "./telling-first.ts";
import { TEXT_FORMS } from "./text-forms.ts";
import { TOKENS } from "./tokens.ts";
import { ENCODED } from "./urls.ts";

const homes: PrefixRule = {
  prefixes: ["/home/", "/Users/", ":\\Users\\", ":\\\\Users\\\\", ":/Users/", "/c/Users/"],
  match: homeName,
};

const phones: PrefixRule = {
  prefixes: [..."123456789"].flatMap((first) =>
    [..."0123456789 (-."].map((second) => `+${first}${second}`),
  ),
  match: internationalPhone,
};

export const PREFIX_RULES: readonly PrefixRule[] = [
  // First, because a rule that finds a secret at the same place ends the search there.
  ...COMMAND_WORDS,
  COLUMNS,
  ...LISTED_SECRETS,
  SQL_VALUES,
  ...PRIVATE_KEYS,
  ...KEY_NUMBERS,
  ...CLOUD_KEYS,
  ...TOKENS,
  ...ADDRESS_KEYS,
  ...TEXT_FORMS,
  ...COMMAND_FORMS,
  ...SCHEMES,
  ...FLAGS,
  TELLING_FIRST,
  DOCKER_CONFIG,
  SPACED_NAMES,
  PAIRED_NAMES,
  PRINTING_COMMANDS,
  PRINTED_VARIABLES,
  ...ENCODED,
  NUMBERED_PHRASE,
  homes,
  phones,
];
