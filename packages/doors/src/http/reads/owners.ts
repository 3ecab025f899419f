import { answer, publicRead } from "../endpoint.ts";
import { ownerAnswer, ownerView } from "../views/owner.ts";
import { partyOf } from "./accounts.ts";

export const owner = publicRead({
  path: "/owners/{pubkey}",
  summary: "The owner of a key, all its keys, and the statements that join them",
  tag: "platform",
  answer: ownerAnswer,
  run: async ({ market, name }) => {
    const key = partyOf(name);
    return key.ok ? answer(ownerView(await market.owner(key.value))) : key;
  },
});
