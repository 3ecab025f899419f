/** Every GET endpoint that serves JSON. The others are in `pages/` and `stream/`. */
import type { Verify } from "@bazaar/kernel";
import type { ReadEndpoint } from "../endpoint.ts";
import { getDispute } from "../jobs/dispute.ts";
import { getJob, listJobs } from "../jobs/reads.ts";
import { getSchema, listSchemas } from "../jobs/schemas.ts";
import { account, reputation, statement } from "./accounts.ts";
import { chainHead, getContract, getTranscript } from "./contract.ts";
import { disputeStatus, getRuling, reviewStatus } from "./court.ts";
import { getEscrow } from "./escrow.ts";
import { listContracts } from "./list-contracts.ts";
import { outages } from "./outages.ts";
import { owner } from "./owners.ts";
import {
  health,
  platformInfo,
  ready,
  type StoreCondition,
  serverPubkey,
  stats,
} from "./platform.ts";
import { getReceipt } from "./receipt.ts";
import { solvency } from "./solvency.ts";
import { verifyChainEndpoint } from "./verify-chain.ts";

export interface ReadNeeds {
  readonly verify: Verify;
  /** Whether the server's loops run and its store answers. */
  readonly isReady: () => Promise<boolean>;
  readonly storeCondition?: () => StoreCondition;
}

/**
 * An `answer` schema describes the JSON that clients parse: a `Float` or a `bigint` is a number
 * there.
 */
export function reads({ verify, isReady, storeCondition }: ReadNeeds): readonly ReadEndpoint[] {
  return [
    listContracts,
    getContract,
    getTranscript,
    chainHead,
    verifyChainEndpoint(verify),
    reviewStatus,
    disputeStatus,
    getRuling,
    getEscrow,
    listJobs,
    getJob,
    getDispute,
    listSchemas,
    getSchema,
    getReceipt,
    account,
    statement,
    solvency,
    serverPubkey,
    platformInfo,
    reputation,
    owner,
    stats,
    outages,
    health(storeCondition),
    ready(isReady),
  ];
}
