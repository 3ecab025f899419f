import { isSignedBy } from "../agent-key.ts";
import { command } from "../command.ts";
import { frame } from "../frames.ts";

/** The answer to `VERIFY_REQUEST`; both agents are told what came of it. */
export const verifyResponse = command({
  needs: "key",
  read: (fields) => ({
    request_id: fields.text("request_id", "Missing request_id"),
    nonce: fields.text("nonce", "Missing or invalid nonce"),
    signature: fields.text("sig", "Missing sig"),
  }),
  run({ chat, connection, agent: { id, key } }, { request_id, nonce, signature }) {
    const { talk, proofs, verify } = chat;
    const proof = proofs.take(request_id, id);
    if (proof === null) {
      const problem = "Verification request not found or expired";
      return connection.error("challenge_expired", problem);
    }
    const isProven = nonce === proof.nonce && isSignedBy(verify, key.party, nonce, signature);
    const type = isProven ? "VERIFY_SUCCESS" : "VERIFY_FAILED";
    const told = isProven
      ? { agent: `@${id}`, pubkey: key.text }
      : { target: `@${id}`, reason: "Signature verification failed" };
    talk.send(proof.asker, frame(chat, type, { request_id, ...told }));
    connection.send(type, { request_id, verified: isProven });
  },
});
