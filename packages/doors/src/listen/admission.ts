/**
 * What every request must pass before a door sees it. All ports and doors of a process share one, so
 * that an address has one budget, however it comes in.
 */
import { Addresses } from "./address.ts";
import { AnswerLimit } from "./answer-limit.ts";
import { ConnectionLimit } from "./connection-limit.ts";
import type { HttpRequest } from "./http-request.ts";
import type { ListenRefused } from "./listen-refusal.ts";
import { Origins } from "./origins.ts";
import { Rates } from "./rates.ts";
import type { Limits, ListenSettings } from "./settings.ts";
import { StreamLimit } from "./stream-limit.ts";
import { Turns } from "./turns.ts";

export class Admission {
  readonly limits: Limits;
  readonly addresses: Addresses;
  readonly connections: ConnectionLimit;
  readonly rates: Rates;
  readonly turns: Turns;
  readonly streams: StreamLimit;
  readonly answers: AnswerLimit;
  readonly origins: Origins;

  constructor(settings: ListenSettings) {
    const { limits, trustedProxies } = settings;
    this.limits = limits;
    this.addresses = new Addresses(trustedProxies);
    this.connections = new ConnectionLimit(this.addresses, limits.connectionsPerAddress);
    const rates = new Rates(limits);
    this.rates = rates;
    this.turns = new Turns({
      charge: (address, ms) => rates.countTime(address, ms),
      timeOf: (address) => rates.timeOf(address),
    });
    this.streams = new StreamLimit(limits);
    this.answers = new AnswerLimit(limits);
    this.origins = new Origins(settings);
  }

  /** Counts a request; null if it may be served. */
  refusalOf(request: HttpRequest): ListenRefused | null {
    const { address } = request;
    const limited = this.rates.count("perAddress", address) ?? this.rates.spentTime(address);
    return limited ?? this.origins.refusalOf(request);
  }
}
