/**
 * What every store must do.
 *
 * A store that passes can serve the market in one process or in several: a second handle on the
 * same data stands for the other process.
 */
import { describe } from "vitest";
import { ledgerClaims } from "./ledger-claims.ts";
import { statementClaims } from "./statement-claims.ts";
import { storeArtifactClaims } from "./store-artifact-claims.ts";
import { storeCensusClaims } from "./store-census-claims.ts";
import { storeCommitClaims } from "./store-commit-claims.ts";
import { storeCursorClaims } from "./store-cursor-claims.ts";
import { storeExpiryClaims } from "./store-expiry-claims.ts";
import { storeHeartbeatClaims } from "./store-heartbeat-claims.ts";
import { storeLegClaims } from "./store-leg-claims.ts";
import { storeNoteClaims } from "./store-note-claims.ts";
import { storeOnceClaims } from "./store-once-claims.ts";
import { storeOwnerClaims } from "./store-owner-claims.ts";
import { storePayoutClaims } from "./store-payout-claims.ts";
import { storeQueryClaims } from "./store-query-claims.ts";
import { storeTaskClaims } from "./store-task-claims.ts";
import { claimsAbout, type MakeStore } from "./under-test.ts";

export function storeConformance(name: string, makeStore: MakeStore): void {
  const claim = claimsAbout(makeStore);
  describe(`${name} as a store`, () => {
    describe("commit", () => storeCommitClaims(claim));
    describe("keys and deposits", () => storeOnceClaims(claim));
    describe("queries", () => storeQueryClaims(claim));
    describe("counts", () => storeCensusClaims(claim));
    describe("tasks", () => storeTaskClaims(claim));
    describe("heartbeats", () => storeHeartbeatClaims(claim));
    describe("legs and holds", () => storeLegClaims(claim));
    describe("owners", () => storeOwnerClaims(claim));
    describe("payouts", () => storePayoutClaims(claim));
    describe("ledger", () => ledgerClaims(claim));
    describe("statements", () => statementClaims(claim));
    describe("notes", () => storeNoteClaims(claim));
    describe("cursors", () => storeCursorClaims(claim));
    describe("artifacts", () => storeArtifactClaims(claim));
    describe("expiry of artifacts", () => storeExpiryClaims(claim));
  });
}
