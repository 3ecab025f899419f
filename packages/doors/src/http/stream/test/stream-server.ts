/** The stream route alone, on a real server. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Market } from "@bazaar/market/ports";
import { StreamHub } from "../../../listen/fan-out/hub.ts";
import { DEFAULT_LISTEN_SETTINGS, type Limits } from "../../../listen/settings.ts";
import { fromSocket, headerOf, sendOverSocket } from "../../../listen/socket-request.ts";
import { StreamLimit } from "../../../listen/stream-limit.ts";
import { Turns } from "../../../listen/turns.ts";
import { isListed } from "../../reads/filters.ts";
import { ReadingMarket } from "../../reads/test/reading-market.ts";
import type { MarketEvent } from "../event.ts";
import { EventReader } from "../event-reader.ts";
import { CONTRACT_STREAM, streamRoute } from "../stream-route.ts";
import { EventClient } from "./event-client.ts";

export class StreamServer implements AsyncDisposable {
  readonly bazaar: ReadingMarket;
  readonly hub: StreamHub<MarketEvent>;
  readonly #server: Server;
  readonly #tick: { run: () => void };

  private constructor(
    bazaar: ReadingMarket,
    hub: StreamHub<MarketEvent>,
    server: Server,
    tick: { run: () => void },
  ) {
    this.bazaar = bazaar;
    this.hub = hub;
    this.#server = server;
    this.#tick = tick;
  }

  static async start(
    changes: Partial<Limits> = {},
    bazaar?: ReadingMarket,
    market?: Market,
  ): Promise<StreamServer> {
    const open = bazaar ?? (await ReadingMarket.open());
    const tick = { run: (): void => {} };
    const limits = { ...DEFAULT_LISTEN_SETTINGS.limits, streamsPerAddress: 10_000, ...changes };
    const served = market ?? open.market;
    const reader = new EventReader(served, isListed);
    const hub = new StreamHub({
      market: served,
      makeEvents: (entries) => reader.eventsOf(entries),
      streams: new StreamLimit(limits),
      bufferBytes: limits.streamBufferBytes,
      turns: new Turns({ charge: () => undefined, timeOf: () => 0 }),
      onFault: (fault) => {
        throw fault;
      },
      every: (_, run) => {
        tick.run = run;
        return () => {};
      },
    });
    const { serve } = streamRoute(CONTRACT_STREAM, hub);
    const server = createServer(async (incoming, outgoing) => {
      const address = headerOf(incoming, "x-test-address") ?? "somewhere";
      const request = fromSocket(incoming, outgoing, address);
      sendOverSocket(incoming, outgoing, request.id, await serve(request, ""), () => undefined);
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    server.listen(0, "127.0.0.1", resolve);
    await promise;
    return new StreamServer(open, hub, server, tick);
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  connect(query = "", headers: Record<string, string> = {}) {
    return EventClient.connect(`http://127.0.0.1:${this.port}/contracts/stream${query}`, headers);
  }

  /** One whole round of the shared timer. */
  round(): void {
    for (let turn = 0; turn < 15; turn += 1) this.#tick.run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.hub.close(50);
    this.#server.close();
  }
}
