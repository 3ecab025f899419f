/** Over a port of this machine, to a real door over a market in memory. */
import { generateSigner } from "@bazaar/keys";
import { nativeVerify } from "@bazaar/keys/native-verify";
import { connectionConformance } from "../../../test/connection-conformance.ts";
import { DoorUnderTest } from "../../../test/door-under-test.ts";
import { SYSTEM_CLOCK } from "../../connection/clock.ts";
import { connect } from "./connect.ts";

connectionConformance("HTTP", async () => {
  const under = await DoorUnderTest.open();
  const { port } = await under.listener.listen(0, "127.0.0.1");
  const url = `http://127.0.0.1:${port}`;
  const clock = { ...SYSTEM_CLOCK, nowMs: () => under.nowMs };
  return {
    offer: under.market.offer,
    platform: under.server.party,
    connect: (signer = generateSigner()) => connect({ url, signer, verify: nativeVerify, clock }),
    turn: () => under.turnAndPay(),
    streams: () => under.door.listeners,
    [Symbol.asyncDispose]: () => under[Symbol.asyncDispose](),
  };
});
