import { extensionRefusal, withExtension } from "../absence.ts";
import type { ServerRule } from "../act.ts";
import { decided } from "../moves.ts";
import { integer, reading } from "../reading.ts";
import { OPEN_PHASES } from "../state.ts";

/** The market had an outage: the clock stood still. */
export const extended: ServerRule = {
  by: "server",
  from: OPEN_PHASES,
  ...reading(
    {
      from: integer({ max: Number.MAX_SAFE_INTEGER }),
      to: integer({ max: Number.MAX_SAFE_INTEGER }),
    },
    ({ state, nowMs }, { from, to }) => {
      const gap = { fromMs: from, toMs: to };
      return extensionRefusal(state, gap, nowMs) ?? decided(withExtension(state, gap));
    },
  ),
};
