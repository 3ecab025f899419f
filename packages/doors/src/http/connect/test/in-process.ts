/** A real door in this process, reached without a port, with a virtual clock. */
import { type JsonObject, type Signer, XNO } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import { START_MS } from "@bazaar/testkit";
import { type DoorOptions, DoorUnderTest } from "../../../../test/door-under-test.ts";
import type { Connection } from "../../../connection/connection.ts";
import type { Contract } from "../../../connection/contract.ts";
import type { Answered } from "../../../connection/market-refusal.ts";
import { connect } from "../connect.ts";
import type { Fetch } from "../exchange.ts";
import { VirtualClock } from "./virtual-clock.ts";

const ROOMY = { requests: 1_000_000, seconds: 60 };
const VERIFY = nativeVerifier();

export class InProcess implements AsyncDisposable {
  readonly under: DoorUnderTest;
  readonly clock: VirtualClock;
  /** Sends requests to the door; a test may replace it. */
  fetch: Fetch;

  private constructor(under: DoorUnderTest, clock: VirtualClock) {
    this.under = under;
    this.clock = clock;
    this.fetch = (request) => under.listener.fetch(request);
  }

  static async open({ limits, ...options }: DoorOptions = {}): Promise<InProcess> {
    const roomy = {
      perAddress: ROOMY,
      busyMsPerAddress: 1_000_000,
      signedPerAddress: ROOMY,
      perIdentity: ROOMY,
      talkPerIdentity: ROOMY,
      ...limits,
    };
    const clock = new VirtualClock(START_MS, {
      onAdvance: async (nowMs) => {
        under.nowMs = nowMs;
        await place.turn();
      },
      hasUnsentEvents: async () =>
        under.door.listeners > 0 && under.door.sentNo < (await under.store.lastNo()),
    });
    const startHoldTimer = (ms: number) => clock.holdTimer(ms);
    const under = await DoorUnderTest.open({ ...options, limits: roomy, startHoldTimer });
    const place = new InProcess(under, clock);
    return place;
  }

  connect(signer: Signer = generateSigner()): Connection {
    const fetch = this.clock.counting((request) => this.fetch(request));
    const { clock } = this;
    return connect({ url: "http://market.test", signer, verify: VERIFY, clock, fetch });
  }

  /** One round of the server's loops, payouts and receipts included. */
  turn(): Promise<void> {
    return this.under.turnAndPay();
  }

  async balance(connection: Connection, { code } = XNO): Promise<string> {
    return taken(await connection.balances()).get(code) ?? "0";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.under[Symbol.asyncDispose]();
  }
}

/** The answer; throws if it is a refusal. */
export function taken<T>(answer: Answered<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(`refused: ${answer.refusal.code}: ${answer.refusal.detail}`);
}

/** One act that must be accepted; returns the contract after it. */
export async function does(
  by: Connection,
  seen: Contract,
  act: Parameters<Connection["act"]>[1],
  data: JsonObject = {},
): Promise<Contract> {
  return taken(await by.act(seen, act, data)).contract;
}
