import { AGENT, accepted, fixed, PRINCIPAL, SERVER, type Story } from "@bazaar/testkit";
import { expect, test } from "vitest";
import { PARTY_ACTS } from "../act-rules.ts";

const ended = (): Story => fixed().act(PRINCIPAL, "verify").act(SERVER, "settled");

test("a contract is settled once", () => {
  expect(ended().leadsTo(SERVER, "settled")).toBe("contract_ended");
  expect(accepted().leadsTo(SERVER, "settled")).toBe("wrong_phase");
});

const talk = ["post", "ask", "answer", "message", "set_account"];
test.each(PARTY_ACTS.filter((act) => !talk.includes(act)))("refuses %s after the end", (act) => {
  expect(ended().leadsTo(AGENT, act)).toBe("contract_ended");
  expect(ended().leadsTo(PRINCIPAL, act)).toBe("contract_ended");
});

test("only the server writes it", () => {
  expect(fixed().act(PRINCIPAL, "verify").leadsTo(AGENT, "settled")).toBe("server_only");
});
