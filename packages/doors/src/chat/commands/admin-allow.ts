/** Who may enter where not everybody may: an administrator lists, adds and removes keys. */
import { idOfKey } from "../agent-key.ts";
import { command } from "../command.ts";
import type { FrameFields } from "../frame-fields.ts";
import { publicKey } from "./identify.ts";

const MAX_NOTE = 200;
/** How much of a key a list shows. */
const SHOWN_KEY = 40;

export const adminApprove = command({
  needs: "admin",
  read: (fields) => ({
    keyText: publicKey(fields).text,
    note: fields.optionalText("note", MAX_NOTE),
  }),
  async run({ chat: { talk, clock }, connection }, { keyText, note }) {
    const id = idOfKey(keyText);
    await talk.admitted.set(id, { keyText, note, admittedAtMs: clock.nowMs() });
    connection.send("ADMIN_RESULT", { action: "approve", success: true, agentId: `@${id}` });
  },
});

export const adminRevoke = command({
  needs: "admin",
  read: (fields) =>
    fields.value("pubkey") === undefined ? agentId(fields) : idOfKey(publicKey(fields).text),
  async run({ chat: { talk }, connection }, id) {
    const success = talk.admitted.get(id) !== undefined;
    if (success) await talk.admitted.delete(id);
    connection.send("ADMIN_RESULT", { action: "revoke", success });
  },
});

export const adminList = command({
  needs: "admin",
  read: () => null,
  run({ chat: { talk, settings }, connection }) {
    const entries = [...talk.admitted.entries()].map(([id, { keyText, admittedAtMs, note }]) => ({
      agentId: `@${id}`,
      pubkeyPrefix: `${keyText.slice(0, SHOWN_KEY)}...`,
      approvedAt: new Date(admittedAtMs).toISOString(),
      note: note ?? undefined,
    }));
    const { allowlist } = settings;
    const [enabled, strict] = [allowlist !== "off", allowlist === "strict"];
    connection.send("ADMIN_RESULT", { action: "list", entries, enabled, strict });
  },
});

/** With or without its `@`. */
export function agentId(fields: FrameFields): string {
  return fields.matching("agent_id", /^@?[a-z0-9]{1,64}$/, "Invalid agent_id").replace("@", "");
}
