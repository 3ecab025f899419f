/**
 * The platform's own agent. It works on contracts that no other agent has taken, with rules and,
 * if the operator has access to some, models.
 */
import {
  type Hint,
  keepSession,
  PrincipalRecords,
  type Redactions,
  recordedSolver,
  runAgent,
} from "@bazaar/agent";
import { agentSolver } from "@bazaar/agent/agent-solver";
import { connect } from "@bazaar/doors/http/connect";
import { openKeyFile } from "@bazaar/keys/key-file";
import { nativeVerifier } from "@bazaar/keys/native-verify";
import type { Logger } from "pino";
import type { Config } from "./config.ts";
import type { OpenServer } from "./running-server.ts";

export interface FreeAgentOptions {
  readonly key: string;
  readonly knownFixes: string;
  /** The file with the records of principals. Default: none are kept, and nobody is passed over. */
  readonly principals?: string;
  /** For how many principals a fix must have worked before others get it. */
  readonly trustAfter: number;
  /** How long it waits for other agents; called for every contract. */
  readonly headStartMs: () => number;
  readonly pollMs: number;
  /** The only contracts it works on. Default: whatever the market lists. */
  readonly only?: () => Iterable<string>;
  readonly log: Logger;
  /** Of the only principal, if it is this process. */
  readonly redactions?: Redactions;
  /** Where the record of its work on each contract goes. Default: nothing is recorded. */
  readonly sessions?: string;
  /** An answer for the principal that cannot be verified, and that is not sent. */
  readonly onHint?: (contract: string, hint: Hint) => void;
}

export interface FreeAgent {
  stop(): Promise<void>;
}

/** Requests stay in this process; the URL is only a name. */
const MARKET_URL = "http://market.invalid";
const MAX_CONTRACTS = 16;

export function startFreeAgent(
  server: Pick<OpenServer, "fetch" | "exempt">,
  { models: access, settings }: Config,
  options: FreeAgentOptions,
): FreeAgent {
  const {
    knownFixes,
    principals,
    trustAfter,
    headStartMs,
    pollMs,
    only,
    log,
    redactions,
    sessions,
  } = options;
  const { models: asked } = settings.agent;
  const { signer } = openKeyFile(options.key);
  server.exempt(signer.party);
  const verify = nativeVerifier();
  const connection = connect({ url: MARKET_URL, signer, verify, fetch: server.fetch });
  const stopping = new AbortController();
  const solver = agentSolver({
    knownFixes,
    trustAfter,
    access,
    ...(redactions === undefined ? {} : { redactions }),
    ...(asked === undefined ? {} : { models: asked }),
    onError: (error) => {
      if (!stopping.signal.aborted) log.warn({ err: error }, "a solver of the free agent failed");
    },
    onCall: ({ model, failure }) => {
      if (failure !== null) log.warn({ model, failure }, "a model did not answer the free agent");
    },
  });
  const { clock } = connection;
  const running = runAgent({
    connection,
    solver:
      sessions === undefined
        ? solver
        : recordedSolver(solver, {
            signer,
            nowMs: () => clock.nowMs(),
            keep: (session) => keepSession(sessions, session),
          }),
    discovery: "poll",
    ...(only === undefined ? {} : { only }),
    ...(principals === undefined ? {} : { records: new PrincipalRecords(principals) }),
    limits: { contracts: MAX_CONTRACTS, headStartMs, pollMs },
    hooks: {
      hinted: ({ id }, hint) => options.onHint?.(id, hint),
      passedOver: ({ id, state }, because) => {
        const { principal } = state.terms;
        log.info({ contract: id, principal, because }, "the free agent passed over a contract");
      },
      askedForMoney: (asset, answer) => {
        const got = answer.ok ? { amount: answer.value } : { refused: answer.refusal.code };
        log.info({ asset, ...got }, "the free agent ran out of money and asked the faucet");
      },
      error: (error) => log.warn({ err: error }, "the free agent had an error and continues"),
    },
    signal: stopping.signal,
  });
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
