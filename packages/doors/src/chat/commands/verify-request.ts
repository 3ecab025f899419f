import { command } from "../command.ts";
import { frame } from "../frames.ts";

const MIN_NONCE = 16;
const MAX_NONCE = 128;
/**
 * Everything else that an agent's key signs has a `|` or a brace. The answer signs the nonce and
 * nothing else, so with those in it, one agent could have another sign whatever it likes.
 */
const NONCE = /^[A-Za-z0-9_.:+/=-]+$/;

/** An agent asks another to prove its key. */
export const verifyRequest = command({
  needs: "agent",
  read: (fields) => {
    const target = fields.agent("target");
    const nonce = fields.text("nonce", "Missing or invalid nonce");
    if (nonce.length < MIN_NONCE || nonce.length > MAX_NONCE) {
      fields.fault(`Nonce must be ${MIN_NONCE}-${MAX_NONCE} characters`);
    }
    if (!NONCE.test(nonce)) fields.fault("Nonce may have letters, digits and _.:+/=- only");
    return { target, nonce };
  },
  run({ chat, connection, agent }, { target, nonce }) {
    const { talk, ids, proofs, settings } = chat;
    const asked = talk.agent(target);
    if (asked === null) return connection.error("no_agent", `Agent @${target} not found`);
    if (asked.key === null) {
      return connection.error("agent_without_key", `Agent @${target} has no persistent identity`);
    }
    const request_id = ids.proof();
    proofs.ask(request_id, { asker: agent.id, target, nonce }, settings.proofMs, () => {
      const reason = "Verification timed out";
      connection.send("VERIFY_FAILED", { request_id, target: `@${target}`, reason });
    });
    talk.send(target, frame(chat, "VERIFY_REQUEST", { request_id, from: `@${agent.id}`, nonce }));
    connection.send("VERIFY_REQUEST", { request_id, target: `@${target}`, status: "pending" });
  },
});
