/** Keys of the three large clouds, where the value itself is recognisable. */
import {
  evident,
  isEdgeAfter,
  isEdgeBefore,
  type Match,
  matchAt,
  named,
  type View,
} from "../view.ts";
import { type PrefixRule, tokenRule } from "./prefix-rule.ts";

const AWS_ID = /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}/y;
const AZURE_BODY = /[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}/y;
const AZURE_MARK_AT = 3;

const awsId: PrefixRule = {
  prefixes: ["AKIA", "ASIA", "ABIA", "ACCA"],
  isSelfEvident: true,
  match(view, at) {
    const found = isEdgeBefore(view, at) ? matchAt(AWS_ID, view.text, at) : null;
    if (found === null) return null;
    const end = at + found[0].length;
    return isEdgeAfter(view, end) ? evident(at, end, "aws") : null;
  },
};

/** The mark stands three characters into a client secret of Azure. */
const azureClientSecret: PrefixRule = {
  prefixes: [..."0123456789"].map((digit) => `${digit}Q~`),
  match(view, at) {
    const start = at - AZURE_MARK_AT;
    if (start < 0 || start < view.floor) return null;
    const found = matchAt(AZURE_BODY, view.text, start);
    if (found === null) return null;
    return evident(start, start + found[0].length, "azure");
  },
};

const AWS_SECRET = /[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/y;
/** How far behind the identifier of a key its secret may stand without a name. */
const NEAR = 160;

/** Asked at the beginning of a word, while the last AWS key that was found is not far behind. */
export function awsSecretNear({ text }: View, start: number, keyEnd: number): Match | null {
  if (start - keyEnd > NEAR || /[A-Za-z0-9+/=]/.test(text.string[start - 1] ?? "")) return null;
  const value = matchAt(AWS_SECRET, text, start)?.[0] ?? "";
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return null;
  return named(start, start + value.length, "aws");
}

export const CLOUD_KEYS: readonly PrefixRule[] = [
  awsId,
  azureClientSecret,
  tokenRule({ category: "gcp", prefixes: ["AIza"], body: "[A-Za-z0-9_-]", least: 33 }),
  tokenRule({ category: "gcp", prefixes: ["ya29."], body: "[A-Za-z0-9_.-]", least: 20 }),
  tokenRule({ category: "gcp", prefixes: ["GOCSPX-"], body: "[A-Za-z0-9_-]", least: 20 }),
  tokenRule({ category: "gcp", prefixes: ["1//0"], body: "[A-Za-z0-9_-]", least: 40 }),
];
