/** Keys of AWS, and keys that have a mark in the middle instead of a prefix. */
import type { Category } from "../category.ts";
import { placeholderEnd } from "../placeholder.ts";
import { endAt, isEdgeAfter, isEdgeBefore, type Match, matchAt } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const AWS_ID = /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}/y;
const awsId: PrefixRule = {
  prefixes: ["AKIA", "ASIA", "ABIA", "ACCA"],
  isSelfEvident: true,
  match(view, at) {
    const found = matchAt(AWS_ID, view.text, at);
    if (found === null || !isEdgeBefore(view, at)) return null;
    const end = at + found[0].length;
    return isEdgeAfter(view, end) ? { start: at, end, category: "aws" } : null;
  },
};

/** Keys with a mark in the middle: category, marks, what stands before one, what behind it. */
type MarkedRow = readonly [Category, readonly string[], string, string];

// learn.microsoft.com/purview: "Azure … key" in the definitions of sensitive information types;
// github.com/microsoft/security-utilities; gitleaks azure-ad-client-secret, hashicorp-tf-api-token
const MARKED: readonly MarkedRow[] = [
  ["azure", [..."0123456789"].map((digit) => `${digit}Q~`), "[\\w~.-]{3}", "[\\w~.-]{31,34}"],
  ["azure", ["AZDO"], "(?<!\\w)[A-Za-z0-9]{76}", "[A-Za-z0-9]{4}(?!\\w)"],
  ["azure", ["JQQJ99"], "(?<!\\w)[A-Za-z0-9]{52}", "[A-Za-z0-9]{20,30}(?!\\w)"],
  [
    "azure",
    ["+ASt", "+ABa", "+ARm", "ACDb"],
    "(?<![\\w+/])[A-Za-z0-9+/]{76}",
    "[A-Za-z0-9+/]{5,6}={0,2}",
  ],
  ["azure", ["AzSe"], "(?<!\\w)[A-Za-z0-9]{42}", "[A-Za-z0-9]{6}(?!\\w)"],
  ["azure", ["AzFu"], "(?<!\\w)[\\w-]{44}", "[\\w-]{6}={0,2}"],
  ["vendor-token", [".atlasv1."], "(?<!\\w)[A-Za-z0-9]{14}", "[\\w=-]{60,70}"],
];

function markedKey([category, marks, before, behind]: MarkedRow): PrefixRule {
  const head = new RegExp(`(?<=(${before}))`, "y");
  const tail = new RegExp(behind, "y");
  return {
    prefixes: marks,
    match({ text, floor }, at, mark) {
      const end = endAt(tail, text, at + mark.length);
      const start = end === -1 ? -1 : at - (matchAt(head, text, at)?.[1]?.length ?? text.length);
      if (start < 0 || start < floor || placeholderEnd(text, end) !== -1) return null;
      return { start, end, category };
    },
  };
}

const AWS_SECRET =
  /(?<![\w+/=])(?=\w)(?=[A-Za-z0-9+/]{0,39}\d)(?=[A-Z0-9+/]{0,39}[a-z])(?=[a-z0-9+/]{0,39}[A-Z])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/;
/** How far behind the id of a key its secret may stand without a name. */
const NEAR = 160;

/** The secret that belongs to the AWS key that ends here. */
export function awsSecretAfter(text: string, keyEnd: number): readonly Match[] {
  const near = text.slice(keyEnd - 1, keyEnd + NEAR + 41);
  const found = AWS_SECRET.exec(near);
  if (found === null || found.index > NEAR + 1) return [];
  const start = keyEnd - 1 + found.index;
  return [{ start, end: start + found[0].length, category: "aws", isLearned: true }];
}

export const CLOUD_KEYS: readonly PrefixRule[] = [awsId, ...MARKED.map(markedKey)];
