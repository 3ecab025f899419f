/** The principal looks and decides: for work that no command can check. */
import type { CheckKind } from "../check-kind.ts";

export interface PrincipalCheck {
  readonly method: "principal";
}

export const principal: CheckKind<PrincipalCheck> = {
  method: "principal",
  documentMethod: "principal_verification",
  replays: () => false,
  decidedBy: "approved",
  read: () => ({ method: "principal" }),
  json: ({ method }) => ({ method }),
  judge(_, { approved }) {
    if (typeof approved !== "boolean") return "no_verdict";
    return approved ? "pass" : "fail";
  },
  cost: () => 0,
  isSupported: null,
  words: () => "the principal's approval",
  rule: () => "the principal approves",
};
