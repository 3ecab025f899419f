/** An administrator removes an agent, for now or for good. */
import { command } from "../command.ts";
import type { FrameFields } from "../frame-fields.ts";
import { agentId } from "./admin-allow.ts";

const MAX_REASON = 200;

export const adminKick = command({
  needs: "admin",
  read: readRemoval,
  run({ chat: { talk }, connection }, { id, reason }) {
    if (!talk.end(id, { type: "kicked", reason: reason ?? "Kicked by admin" })) {
      return connection.error("no_agent", `Agent @${id} not found`);
    }
    connection.send("ADMIN_RESULT", { action: "kick", success: true, agentId: `@${id}` });
  },
});

export const adminBan = command({
  needs: "admin",
  read: readRemoval,
  async run({ chat: { talk, clock }, connection }, { id, reason: given }) {
    const reason = given ?? "Banned by admin";
    await talk.banned.set(id, { reason, bannedAtMs: clock.nowMs() });
    talk.end(id, { type: "banned", reason });
    connection.send("ADMIN_RESULT", { action: "ban", success: true, agentId: `@${id}` });
  },
});

export const adminUnban = command({
  needs: "admin",
  read: agentId,
  async run({ chat: { talk }, connection }, id) {
    const success = talk.banned.get(id) !== undefined;
    if (success) await talk.banned.delete(id);
    connection.send("ADMIN_RESULT", { action: "unban", success, agentId: `@${id}` });
  },
});

function readRemoval(fields: FrameFields) {
  return { id: agentId(fields), reason: fields.optionalText("reason", MAX_REASON) };
}
