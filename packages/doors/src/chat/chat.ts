/** What the connections and commands of this door share. */
import type { Verify } from "@bazaar/kernel";
import type { Clock, Talk } from "@bazaar/market/ports";
import type { After } from "../listen/on-timer.ts";
import type { RateWindow } from "../listen/rate-window.ts";
import type { Rates } from "../listen/rates.ts";
import type { WebSockets } from "../listen/web-sockets.ts";
import type { FrameViews } from "./delivery/frame-views.ts";
import type { Ids } from "./ids.ts";
import type { Proofs } from "./proofs.ts";
import type { SecurityLog } from "./security-log.ts";
import type { ChatSettings } from "./settings.ts";

export interface Chat {
  readonly talk: Talk;
  readonly settings: ChatSettings;
  readonly clock: Clock;
  readonly after: After;
  readonly verify: Verify;
  readonly ids: Ids;
  readonly views: FrameViews;
  readonly sockets: WebSockets;
  readonly rates: Rates;
  /** Of what one address changes, by kind and address. */
  readonly changes: RateWindow;
  /** What is kept for one address that was not kept before. */
  readonly kept: RateWindow;
  readonly proofs: Proofs;
  readonly security: SecurityLog;
  /** Messages that are being handled. */
  readonly running: Set<Promise<void>>;
  readonly onUnavailable: (failure: Error) => void;
  /** Gets our own mistakes. */
  readonly onFault: (fault: unknown) => void;
}
