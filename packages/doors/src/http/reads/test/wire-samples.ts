/**
 * What an existing server of fix/2 answered, endpoint by endpoint, captured from the wire: the
 * shapes that existing clients read. Long texts are shortened.
 */
const KEY = "fix_8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
const SERVER = "ed4928c628d1c2c6eae90338905995612959273a5c63f93636c14614ac8737d1";
const HEAD = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

const CONTRACT = {
  id: "499aa8290df449ef",
  status: "open",
  contract: { version: 2, protocol: "fix", task: { command: "gcc foo.c" } },
  principal_pubkey: KEY,
  agent_pubkey: null,
  judge_pubkey: `fix_${SERVER}`,
  execution_mode: "supervised",
  review_expires_at: null,
  last_investigation_at: null,
  transcript: [],
  chain_head: HEAD,
  server_pubkey: SERVER,
  created_at: 1794712195.2730846,
  updated_at: 1794712195.2730846,
  briefing: "…",
};

export const WIRE_SAMPLES: Readonly<Record<string, unknown>> = {
  "/contracts/{id}": CONTRACT,
  "/contracts": { contracts: [CONTRACT] },
  "/contracts/{id}/chain_head": { chain_head: HEAD, seq: 0 },
  "/contracts/{id}/review_status": {
    status: "review",
    remaining: 59.9814612865448,
    expires_at: 1794712260.6890535,
  },
  "/contracts/{id}/dispute_status": {
    status: "awaiting_response",
    filer: "principal",
    court: "district",
    level: 0,
    response_deadline: 1794712235.713917,
    remaining: 30.0,
    responded: false,
  },
  "/contracts/{id}/verify_chain": {
    valid: true,
    entries: 15,
    total_transcript: 15,
    error: null,
    chain_head: HEAD,
  },
  "/contracts/{id}/ruling": { outcome: "canceled", reasoning: "scripted", flags: [] },
  "/contracts/{id}/escrow": {
    contract_id: "4f3c93f7298843b5",
    bounty: "0.50",
    locked: true,
    resolved: false,
    resolution: null,
    judge_fee: "0.17",
    inclusive_bond: "0.67",
    principal_locked: true,
    agent_locked: true,
  },
  "/stats": {
    open_contracts: 0,
    investigating: 0,
    in_progress: 4,
    fulfilled: 7,
    canceled: 3,
    resolved: 9,
    disputed: 1,
    voided: 0,
    total: 24,
    unique_agents: 2,
  },
  "/reputation/{pubkey}": { pubkey: KEY, note: "Reputation is determined by …" },
  "/server_pubkey": { pubkey: SERVER, fix_id: `fix_${SERVER}` },
  "/platform_info": {
    model: "inclusive_bond",
    min_bounty: "0.19",
    judge_fee: "0.17",
    min_inclusive_bond: "0.36",
    platform_fee_rate: "0.10",
    platform_fee_min: "0.002",
    cancel_fee_rate: "0.20",
    court_tiers: [{ name: "district", fee: "0.02" }],
    currency: "XNO",
    stats: {
      contracts_fulfilled: 7,
      contracts_resolved: 9,
      contracts_open: 0,
      contracts_active: 4,
    },
  },
};

/** Where an answer is not of the sample's shape: a missing key, or a value of another kind. */
export function shapeProblems(sample: unknown, got: unknown, at = ""): readonly string[] {
  // A null in a sample says nothing about the type of other values.
  if (sample === null) return got === undefined ? [`${at} is missing`] : [];
  if (kindOf(sample) !== kindOf(got)) return [`${at} is ${kindOf(got)}, not ${kindOf(sample)}`];
  if (Array.isArray(sample)) {
    const [first] = sample;
    return first === undefined ? [] : shapeProblems(first, (got as unknown[])[0], `${at}[0]`);
  }
  if (typeof sample !== "object") return [];
  return Object.entries(sample as object).flatMap(([key, value]) =>
    shapeProblems(value, (got as Record<string, unknown>)[key], `${at}.${key}`),
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "a list" : typeof value;
}
