import { command } from "../command.ts";
import { Delivery } from "../delivery/delivery.ts";
import { isDefault, preferenceFields, readPreferences } from "../delivery/preferences.ts";

/** An agent says what it wants to get, because it pays for reading. It replaces what it said before. */
export const setDelivery = command({
  needs: "agent",
  read: readPreferences,
  run({ chat, connection, agent: { id } }, preferences) {
    const reader = { id, name: () => connection.agent?.name ?? null };
    connection.delivery = isDefault(preferences)
      ? null
      : new Delivery(preferences, chat.views, reader, connection.delivery);
    connection.send("DELIVERY_SET", preferenceFields(preferences));
  },
});
