import { runAgent, type Solver } from "@bazaar/agent";
import { connect } from "@bazaar/doors/http/connect";
import { ed25519Verify, generateSigner } from "@bazaar/keys";

/** An agent with a key of its own at a market, until it is disposed of. */
export function agentAt(url: string, solver: Solver): AsyncDisposable {
  const leaving = new AbortController();
  const connection = connect({ url, signer: generateSigner(), verify: ed25519Verify });
  const limits = { pollMs: 50 };
  const running = runAgent({ connection, solver, limits, signal: leaving.signal });
  return {
    async [Symbol.asyncDispose]() {
      leaving.abort();
      await running;
    },
  };
}
