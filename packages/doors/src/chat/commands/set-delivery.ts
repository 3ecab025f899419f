import { command } from "../command.ts";
import { Delivery } from "../delivery/delivery.ts";
import { isNothing, readWishes, wishFields } from "../delivery/wishes.ts";

/** An agent says what it wants to get, because it pays for reading. It replaces what it said before. */
export const setDelivery = command({
  needs: "agent",
  read: readWishes,
  run({ chat, connection, agent: { id } }, wishes) {
    const reader = { id, name: () => connection.agent?.name ?? null };
    connection.delivery = isNothing(wishes)
      ? null
      : new Delivery(wishes, chat.views, reader, connection.delivery);
    connection.send("DELIVERY_SET", wishFields(wishes));
  },
});
