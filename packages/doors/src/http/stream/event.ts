/**
 * The events of the stream, made from entries: a contract can be taken (also again, when it reopens),
 * an agent accepted it, or it ended. Other entries, such as a bond, make no event. A contract that was
 * never funded is never announced, so neither is its end; nor is work that is not listed.
 */
import {
  actOf,
  type ContractId,
  contractAlias,
  isEnded,
  isJsonObject,
  type Party,
  type Terms,
} from "@bazaar/kernel";
import type { StoredEntry } from "@bazaar/market/ports";
import type { FeedEvent } from "../../listen/fan-out/subscriber.ts";
import { isJob } from "../jobs/is-job.ts";
import { type Traits, traitsOf } from "../reads/filters.ts";
import { bountyText, payPot } from "../views/money.ts";
import { type Status, statusOf } from "../views/status.ts";

export type EventName = "contract_posted" | "contract_accepted" | "contract_resolved";

export interface MarketEvent extends FeedEvent {
  readonly status: Status;
  readonly traits: Traits;
  readonly job: JobTraits | null;
}

/** What events need to know about a contract; many are cached. */
export interface ContractSummary {
  readonly isListed: boolean;
  readonly traits: Traits;
  readonly bounty: string;
  readonly currency: string | null;
  readonly command: string;
  readonly isCommandCut: boolean;
  readonly mode: string;
  readonly job: JobTraits | null;
}

/** What the readers of jobs choose by. */
interface JobTraits {
  readonly schemaId: unknown;
  readonly provider: Party | null;
}

/** Longer commands are cut; the contract has the whole. */
const COMMAND_LENGTH = 2_000;

export function eventName(stored: StoredEntry): EventName | null {
  const { phaseBefore, phase } = stored;
  if (phase === "open" && phaseBefore !== "open") return "contract_posted";
  const isStarted = phase === "in_progress" && phaseBefore !== phase;
  // The type is looked at last: that parses the entry.
  if (isStarted && stored.entry.type === "accept") return "contract_accepted";
  const isOver = isEnded(phase) && phaseBefore !== null && !isEnded(phaseBefore);
  return isOver && phaseBefore !== "unfunded" ? "contract_resolved" : null;
}

export function summaryOf(terms: Terms, isListed: (terms: Terms) => boolean): ContractSummary {
  const { task } = terms.document;
  const posted = isJsonObject(task) ? task.command : null;
  const command = typeof posted === "string" ? posted : "";
  return {
    isListed: isListed(terms),
    traits: traitsOf(terms),
    bounty: bountyText(terms),
    currency: payPot(terms)?.asset.code ?? null,
    command: command.slice(0, COMMAND_LENGTH),
    isCommandCut: command.length > COMMAND_LENGTH,
    mode: terms.rules.mode,
    job: isJob(terms) ? { schemaId: terms.work.spec.schema_id, provider: terms.agent } : null,
  };
}

export function eventOf(
  name: EventName,
  stored: StoredEntry,
  summary: ContractSummary,
  platform: Party,
): MarketEvent {
  const status = statusOf(stored.phase);
  const { bounty, currency, traits, job } = summary;
  const told = {
    event: name,
    contract_id: contractAlias(stored.contract),
    status,
    bounty,
    currency,
    ...details(name, stored, summary, platform),
    ...(job === null ? {} : { schema_id: job.schemaId, provider: job.provider }),
  };
  const frame = Buffer.from(`id: ${stored.no}\ndata: ${JSON.stringify(told)}\n\n`);
  return { no: stored.no, status, traits, job, frame };
}

function details(
  name: EventName,
  stored: StoredEntry,
  summary: ContractSummary,
  platform: Party,
): Record<string, unknown> {
  switch (name) {
    case "contract_posted":
      return {
        command: summary.command,
        command_cut: summary.isCommandCut,
        capabilities: summary.traits.capabilities,
        mode: summary.mode,
        reopened: stored.phaseBefore !== null && stored.phaseBefore !== "unfunded",
      };
    case "contract_accepted":
      return { agent: authorOf(stored, stored.contract, platform) };
    case "contract_resolved":
      return {};
  }
}

/** Who acted. The signatures were checked before the entry was stored. */
function authorOf({ entry }: StoredEntry, id: ContractId, platform: Party): string | null {
  const act = actOf(entry, { id, platform }, () => true);
  return act.ok ? act.value.by : null;
}
