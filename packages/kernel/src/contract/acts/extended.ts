import { unfounded, withExtension } from "../absence.ts";
import { decided } from "../moves.ts";
import { reading } from "../reading.ts";
import { OPEN_PHASES } from "../state.ts";

/** The market was away for a while: the clock stood still. */
export const extended = reading({
  by: "server",
  from: OPEN_PHASES,
  read: (data) => ({
    fromMs: data.integer("from", { max: Number.MAX_SAFE_INTEGER }),
    toMs: data.integer("to", { max: Number.MAX_SAFE_INTEGER }),
  }),
  apply: ({ state, nowMs }, gap) =>
    unfounded(state, gap, nowMs) ?? decided(withExtension(state, gap)),
});
