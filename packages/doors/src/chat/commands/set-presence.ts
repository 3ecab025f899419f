import { PRESENCES, type Presence } from "@bazaar/market/ports";
import { command } from "../command.ts";
import { frame } from "../frames.ts";

const MAX_STATUS_TEXT = 100;
const KNOWN: ReadonlySet<unknown> = new Set(PRESENCES);

export const setPresence = command({
  needs: "agent",
  read: (fields) => {
    const status = fields.value("status");
    if (!KNOWN.has(status)) {
      fields.fault(`Invalid presence status. Must be one of: ${PRESENCES.join(", ")}`);
    }
    const statusText = fields.optionalText("status_text", MAX_STATUS_TEXT);
    return { presence: status as Presence, statusText };
  },
  run({ chat, agent: { id } }, shown) {
    const { name, presence, statusText } = chat.talk.show(id, shown);
    const changed = { agent_id: `@${id}`, name, presence, status_text: statusText };
    chat.talk.tellAround(id, frame(chat, "PRESENCE_CHANGED", changed));
  },
});
