import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { refuseAtDoor } from "../door-refusal.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { wrongSide } from "./wrong-side.ts";

const ACCOUNT = z.string().min(1).max(TEXT_LIMITS.account).nullish();

/** Older clients name the account after their side; each may set only its own. */
export const accounts = actEndpoint({
  word: "accounts",
  summary: "Set the account that your payouts go to; it is public in the transcript",
  tag: "money",
  key: "pubkey",
  says: { account: ACCOUNT, principal_account: ACCOUNT, agent_account: ACCOUNT },
  answer: z.object({ status: z.literal("ok") }),
  act({ account, principal_account, agent_account }, { side }) {
    const given = [account, principal_account, agent_account].filter((name) => name != null);
    const [only, second] = given;
    if (only === undefined || second !== undefined) {
      const problem = "name one account";
      return refuseAtDoor({ code: "malformed_body", problems: [{ field: "account", problem }] });
    }
    const other =
      principal_account == null ? (agent_account == null ? null : "agent") : "principal";
    const field = other === null ? "account" : `${other}_account`;
    return wrongSide(field, other, side) ?? { type: "set_account", says: { account: only } };
  },
  reply: () => ({ status: "ok" }),
});
