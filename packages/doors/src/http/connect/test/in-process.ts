/** A real door in this process, reached without a port, in time that passes by itself. */
import { type JsonObject, type Signer, XNO } from "@bazaar/kernel";
import { ed25519Verifier, generateSigner } from "@bazaar/keys";
import { payLegs } from "@bazaar/market";
import { type DoorOptions, DoorUnderTest } from "../../../../test/door-under-test.ts";
import { type Connection, connect } from "../connect.ts";
import type { Contract } from "../contract.ts";
import type { Fetch } from "../exchange.ts";
import type { Answered } from "../market-refusal.ts";
import { VirtualClock } from "./virtual-clock.ts";

const ROOMY = { requests: 1_000_000, seconds: 60 };
const VERIFY = ed25519Verifier();

export class InProcess implements AsyncDisposable {
  readonly under: DoorUnderTest;
  readonly clock: VirtualClock;
  /** What stands between clients and the door; a test may put something else there. */
  fetch: Fetch;

  private constructor(under: DoorUnderTest) {
    this.under = under;
    this.fetch = (request) => under.door.fetch(request);
    this.clock = new VirtualClock(under.nowMs, async (nowMs) => {
      under.nowMs = nowMs;
      await this.turn();
    });
  }

  static async open({ limits, ...options }: DoorOptions = {}): Promise<InProcess> {
    const roomy = {
      perAddress: ROOMY,
      signedPerAddress: ROOMY,
      perIdentity: ROOMY,
      talkPerIdentity: ROOMY,
      ...limits,
    };
    return new InProcess(await DoorUnderTest.open({ ...options, limits: roomy }));
  }

  connect(signer: Signer = generateSigner()): Connection {
    const fetch = this.clock.counting((request) => this.fetch(request));
    const { clock } = this;
    return connect({ url: "http://market.test", signer, verify: VERIFY, clock, fetch });
  }

  /** Everything the server does by itself, payouts included. */
  async turn(): Promise<void> {
    await this.under.turn();
    for (let afterNo = 0; ; ) {
      afterNo = await payLegs(this.under.needs, afterNo);
      if (afterNo === 0) return;
    }
  }

  async balance(connection: Connection): Promise<string> {
    return taken(await connection.balances()).get(XNO.code) ?? "0";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.under[Symbol.asyncDispose]();
  }
}

/** What was answered; a no is this test's failure. */
export function taken<T>(answer: Answered<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`refused: ${answer.refusal.code}: ${answer.refusal.detail}`);
}

/** One act that must be taken; gives the contract after it. */
export async function does(
  by: Connection,
  seen: Contract,
  act: Parameters<Connection["act"]>[1],
  data: JsonObject = {},
): Promise<Contract> {
  return taken(await by.act(seen, act, data)).contract;
}
