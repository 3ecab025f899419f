/** An agent proves that it holds the key that it named, and enters. */
import type { AgentKey } from "@bazaar/market/ports";
import { idOfKey, isSignedBy } from "../agent-key.ts";
import type { Chat } from "../chat.ts";
import { command } from "../command.ts";
import { type Connection, NORMAL } from "../connection.ts";
import { welcome } from "../welcome.ts";

export const verifyIdentity = command({
  needs: "nothing",
  read: (fields) => ({
    challengeId: fields.text("challenge_id", "Missing challenge_id"),
    signature: fields.text("signature", "Missing signature"),
    timestamp: fields.number("timestamp", "Missing timestamp"),
  }),
  async run({ chat, connection }, { challengeId, signature, timestamp }) {
    const { challenge, address } = connection;
    if (connection.isIdentified) return connection.error("invalid", "Already identified");
    if (challenge?.id !== challengeId) {
      return connection.error("challenge_expired", "Challenge not found or expired");
    }
    challenge.stop();
    connection.challenge = null;
    const { name, key, nonce } = challenge;
    const text = `AGENTCHAT_AUTH|${nonce}|${challengeId}|${timestamp}`;
    if (!isSignedBy(chat.verify, key.party, text, signature)) {
      chat.security.note("chat_wrong_signature", address);
      return connection.error("challenge_failed", "Invalid signature");
    }
    await enter(chat, connection, name, key);
  },
});

async function enter(
  chat: Chat,
  connection: Connection,
  name: string,
  key: AgentKey,
): Promise<void> {
  const { talk, clock, security } = chat;
  const { address } = connection;
  const id = idOfKey(key.text);
  const known = talk.keys.get(id);
  if (known !== undefined && known.keyText !== key.text) {
    security.note("chat_wrong_signature", address, `a second key with the id ${id}`);
    return connection.error("challenge_failed", "Another key has this id");
  }
  if (known === undefined && connection.keepMs() === 0) {
    await talk.keys.set(id, { keyText: key.text, seenAtMs: clock.nowMs() });
  }
  const ban = talk.banned.get(id);
  if (ban !== undefined) {
    security.note("chat_banned", address, id);
    connection.error("banned", ban.reason);
    return connection.close(NORMAL, "Banned");
  }
  // It may have left while the key was stored.
  if (connection.hasEnded) return;
  if (talk.agent(id) !== null) security.note("chat_takeover", address, id);
  welcome(chat, connection, { id, name, key });
}
