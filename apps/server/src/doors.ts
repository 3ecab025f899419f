/** The doors of this server. */
import { HttpDoor } from "@bazaar/doors/http";
import type { Admission, Door } from "@bazaar/doors/listen";
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
}

export interface ServerDoor extends Door {
  /** How many clients wait here for new contracts. */
  readonly listeners: number;
}

const DOORS: readonly ((parts: DoorParts) => ServerDoor)[] = [fixDoor];

export function openDoors(parts: DoorParts): readonly ServerDoor[] {
  return DOORS.map((open) => open(parts));
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
