/** Keys of AWS and Azure that have no prefix of their own. */
import { isEdgeAfter, isEdgeBefore, type Match, matchAt } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const AWS_ID = /(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}/y;
const AZURE_BODY = /[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}/y;
const AZURE_MARK_AT = 3;

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

/** In a client secret of Azure the mark is the fourth character. */
const azureClientSecret: PrefixRule = {
  prefixes: [..."0123456789"].map((digit) => `${digit}Q~`),
  match(view, at) {
    const start = at - AZURE_MARK_AT;
    if (start < 0 || start < view.floor) return null;
    const found = matchAt(AZURE_BODY, view.text, start);
    if (found === null) return null;
    return { start, end: start + found[0].length, category: "azure" };
  },
};

const AWS_SECRET =
  /(?<![\w+/=])(?=\w)(?=[A-Za-z0-9+/]{0,39}\d)(?=[A-Z0-9+/]{0,39}[a-z])(?=[a-z0-9+/]{0,39}[A-Z])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])/;
/** How far behind the id of a key its secret may stand without a name. */
const NEAR = 160;

/** The secret that belongs to the AWS key that ends here. */
export function awsSecretAfter(text: string, keyEnd: number): Match | null {
  const near = text.slice(keyEnd - 1, keyEnd + NEAR + 41);
  const found = AWS_SECRET.exec(near);
  if (found === null || found.index > NEAR + 1) return null;
  const start = keyEnd - 1 + found.index;
  return { start, end: start + found[0].length, category: "aws", isLearned: true };
}

export const CLOUD_KEYS: readonly PrefixRule[] = [awsId, azureClientSecret];
