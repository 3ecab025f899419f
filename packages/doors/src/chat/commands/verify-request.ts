import { command } from "../command.ts";
import { frame } from "../frames.ts";
import { nonceProblem } from "../proof-nonce.ts";

/** An agent asks another to prove its key. */
export const verifyRequest = command({
  needs: "agent",
  read: (fields) => {
    const target = fields.agent("target");
    const nonce = fields.text("nonce", "Missing or invalid nonce");
    const problem = nonceProblem(nonce);
    if (problem !== null) fields.fault(problem);
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
