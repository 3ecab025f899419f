/** An agent says who it is. Without a key it enters at once; with one it is asked to prove it. */
import type { Party } from "@bazaar/kernel";
import type { AgentKey } from "@bazaar/market/ports";
import { idOfKey, readKey } from "../agent-key.ts";
import type { Chat } from "../chat.ts";
import { command } from "../command.ts";
import { type Connection, NORMAL } from "../connection.ts";
import type { FrameFields } from "../frame-fields.ts";
import { welcome } from "../welcome.ts";

/** The server speaks under this name. */
const SERVER = "server";
const NAME = /^[A-Za-z0-9_-]{1,32}$/;

export const identify = command({
  needs: "nothing",
  read: (fields) => ({
    name: fields.matching("name", NAME, "Invalid agent name"),
    key: fields.value("pubkey") === undefined ? null : publicKey(fields),
  }),
  run({ chat, connection }, { name, key }) {
    if (connection.isIdentified) return connection.error("invalid", "Already identified");
    if (connection.challenge !== null) {
      return connection.error("invalid", "Challenge already pending");
    }
    if (name.toLowerCase() === SERVER) {
      return connection.error("reserved_name", `Name "${name}" is reserved`);
    }
    const problem = notAllowed(chat, key);
    if (problem !== null) return connection.error("not_allowed", problem);
    if (key === null) welcome(chat, connection, { id: unusedId(chat), name, key });
    else challenge(chat, connection, name, key);
  },
});

/** Of this key no signature is valid. */
const NOBODY: AgentKey = { text: "", party: `fix_${"0".repeat(64)}` as Party };

/** The public key in `pubkey`; after a problem, what must not be used. */
export function publicKey(fields: FrameFields): AgentKey {
  const key = readKey(fields.value("pubkey"));
  if (typeof key !== "string") return key;
  fields.fault(
    key === "private"
      ? "This is a private key: keep it secret, and send the public key"
      : "Invalid public key format (must be Ed25519 PEM)",
  );
  return NOBODY;
}

function notAllowed({ settings, talk }: Chat, key: AgentKey | null): string | null {
  const { allowlist } = settings;
  if (allowlist === "off") return null;
  if (key !== null) {
    return talk.admitted.get(idOfKey(key.text)) === undefined ? "pubkey not in allowlist" : null;
  }
  return allowlist === "strict" ? "ephemeral connections blocked in strict mode" : null;
}

function unusedId({ talk, ids }: Chat): string {
  let id = ids.keyless();
  while (talk.agent(id) !== null) id = ids.keyless();
  return id;
}

function challenge(chat: Chat, connection: Connection, name: string, key: AgentKey): void {
  const { settings, clock, ids, after } = chat;
  const { challengeMs } = settings;
  const [id, nonce] = [ids.challenge(), ids.nonce()];
  const stop = after(challengeMs, () => {
    connection.error("challenge_expired", "Challenge expired");
    connection.close(NORMAL, "Challenge expired");
  });
  connection.challenge = { id, nonce, name, key, stop };
  const expires_at = clock.nowMs() + challengeMs;
  connection.send("CHALLENGE", { challenge_id: id, nonce, expires_at });
}
