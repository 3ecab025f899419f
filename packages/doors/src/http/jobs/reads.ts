/** Reading jobs: one, or a list. Contracts of other kinds are not jobs here. */
import { PHASES, refuse, transcriptLength } from "@bazaar/kernel";
import type { StoredContract } from "@bazaar/market/ports";
import { z } from "zod";
import { answer, publicRead } from "../endpoint.ts";
import { transcriptOf } from "../reads/contract.ts";
import { findContract } from "../reads/find-contract.ts";
import { limit } from "../reads/paging.ts";
import { JOB_FILTERS } from "./filters.ts";
import { isJob } from "./is-job.ts";
import { JOB, jobView, providerOf } from "./job-view.ts";
import { PAYMENT_STATES, paymentOf } from "./payment.ts";
import { VERIFICATION, verificationOf } from "./verification.ts";

export const getJob = publicRead({
  path: "/jobs/{id}",
  summary: "One job with the state of its payment and what is known of its result",
  tag: "jobs",
  answer: JOB.extend({ verification: VERIFICATION.nullable() }),
  countsOnce: true,
  run: async ({ market, name, pause, reserve }) => {
    const found = await findContract(market, name);
    if (!found.ok) return found;
    const { state, chain } = found.value;
    if (!isJob(state.terms)) return refuse({ code: "unknown_contract", contract: name });
    const refused = reserve(transcriptLength(state));
    if (refused !== null) return refused;
    const { entries } = await transcriptOf(market, found.value, pause);
    const verification = verificationOf(state.terms, entries.slice(0, chain.seq));
    return answer({ ...jobView(found.value), verification });
  },
});

export const listJobs = publicRead({
  path: "/jobs",
  summary: "Lists jobs, newest first",
  tag: "jobs",
  query: z.object({
    ...JOB_FILTERS,
    phase: z.enum(PHASES).optional(),
    payment: z.enum(PAYMENT_STATES).optional(),
    limit,
    before: z.string().optional().describe("Start after this job: `next` of the previous page."),
  }),
  answer: z.object({ jobs: z.array(JOB), next: z.string().nullable() }),
  countsOnce: true,
  run: async ({ market, query, pause, reserve }) => {
    const { before, phase } = query;
    const from = before === undefined ? null : await findContract(market, before);
    if (from !== null && !from.ok) return from;
    const listing = await market.list({
      phases: PHASES.filter((one) => one !== "unfunded" && (phase === undefined || one === phase)),
      limit: query.limit,
      before: from === null ? null : from.value.state.id,
      pause,
      isWanted: (found) => isWanted(found, query),
    });
    const length = listing.contracts.reduce((sum, { state }) => sum + transcriptLength(state), 0);
    const refused = reserve(length);
    if (refused !== null) return refused;
    return answer({ jobs: listing.contracts.map(jobView), next: listing.next });
  },
});

interface JobQuery {
  readonly schema_id?: string | undefined;
  readonly provider?: string | undefined;
  readonly buyer?: string | undefined;
  readonly payment?: string | undefined;
}

function isWanted({ state }: StoredContract, query: JobQuery): boolean {
  const { terms } = state;
  const isSame = (wanted: string | undefined, value: unknown): boolean =>
    wanted === undefined || wanted === value;
  return (
    isJob(terms) &&
    isSame(query.schema_id, terms.work.spec.schema_id) &&
    isSame(query.provider, providerOf(state)) &&
    isSame(query.buyer, terms.principal) &&
    isSame(query.payment, paymentOf(state).status)
  );
}
