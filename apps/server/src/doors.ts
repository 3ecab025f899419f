/** The doors of this server. */
import { ChatDoor } from "@bazaar/doors/chat";
import { HttpDoor } from "@bazaar/doors/http";
import type { Admission, Door } from "@bazaar/doors/listen";
import type { Logger } from "pino";
import { chatSettings } from "./chat-settings.ts";
import { CLOCK } from "./clock.ts";
import type { Composition } from "./compose.ts";
import type { Config } from "./config.ts";
import { grantNotices } from "./offer.ts";
import type { OwnBench } from "./own-bench.ts";
import { VERSION } from "./version.ts";

export interface DoorParts {
  readonly config: Config;
  readonly composition: Composition;
  readonly bench: OwnBench;
  readonly admission: Admission;
  /** Whether the server's loops run and its store answers. */
  readonly isReady: () => Promise<boolean>;
  readonly onFault: (fault: unknown) => void;
  readonly onUnavailable: (failure: Error) => void;
  readonly log: Logger;
}

export interface ServerDoor extends Door {
  /** How many clients wait here for new contracts. */
  readonly listeners?: number;
  /** What it serves on a port of its own, if it gets one. */
  readonly ownPort?: Door;
}

/** Null where the market does not have what a door is for. */
const DOORS: readonly ((parts: DoorParts) => ServerDoor | null)[] = [fixDoor, chatDoor];

export function openDoors(parts: DoorParts): readonly ServerDoor[] {
  return DOORS.flatMap((open) => open(parts) ?? []);
}

function chatDoor({ config, composition, log, ...parts }: DoorParts): ServerDoor | null {
  const { needs, talk, clock } = composition;
  if (talk === null) return null;
  return new ChatDoor({
    ...parts,
    talk,
    clock,
    settings: chatSettings(config),
    verify: needs.verify,
    version: VERSION,
    log: (fields) => log.warn(fields),
  });
}

function fixDoor({ config, composition, bench, ...parts }: DoorParts): ServerDoor {
  const { needs, market, health } = composition;
  return new HttpDoor({
    ...parts,
    market,
    settings: {
      limits: parts.admission.limits,
      notices: {
        version: VERSION,
        tierModels: bench.modelNames,
        rails: needs.rails.map(({ name }) => name),
        grants: grantNotices(config.settings),
      },
    },
    verify: needs.verify,
    wallMs: CLOCK.nowMs,
    storeCondition: () => health.condition,
  });
}
