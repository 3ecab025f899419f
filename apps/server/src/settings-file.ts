/**
 * The file that BAZAAR_CONFIG names: what an operator may decide beyond the environment, every key
 * with a default. A key that nobody knows is refused, because a misspelt limit is no limit.
 */
import { readFileSync } from "node:fs";
import { DEFAULT_SETTINGS, type Limits } from "@bazaar/doors/http";
import { CUSTODY, type Party, parseAmount, parseParty, TIERS, type TierName } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { z } from "zod";

const MAX_FILE_BYTES = 1 << 20;
const MAX_ASSETS = 16;
const MAX_JUDGES = 64;
const MAX_MODELS = 8;
const MAX_PROXIES = 64;
const MAX_HEAD_START_SECONDS = 3_600;
const MAX_GRANT = 1_000n;

/** Everything this market keeps itself is counted in billionths, so that it fits 63 bits. */
export const LEDGER_DECIMALS = 9;

const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** An object that names the keys it knows when it meets another. */
function keys<Shape extends z.core.$ZodShape>(shape: Shape) {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: ({ code, keys: unknown }) =>
      code === "unrecognized_keys"
        ? `unknown key ${(unknown as string[]).join(", ")}: expected some of ${known}`
        : undefined,
  });
}

/** A decimal string; nothing is ever read as a number that could round it. */
function decimal(code: string, decimals: number) {
  return z.string().transform((text, context) => {
    const parsed = parseAmount(text, { code, decimals });
    if (parsed.ok) return parsed.value;
    const { refusal } = parsed;
    context.addIssue("problem" in refusal ? String(refusal.problem) : refusal.code);
    return z.NEVER;
  });
}

const amount = decimal("the ledger", LEDGER_DECIMALS);
/** Grants are given to every key that asks: many of them together must fit the ledger too. */
const grant = amount.refine(
  (units) => units <= MAX_GRANT * 10n ** BigInt(LEDGER_DECIMALS),
  `at most ${MAX_GRANT} of the asset`,
);
/** Two decimals of a percentage are the ten-thousandths that terms are written in. */
const percent = decimal("a percentage", 2).refine((bps) => bps <= 10_000n, "at most 100");
const count = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const word = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,31}$/, "expected a word such as XNO");

const party = z.string().transform((text, context): Party => {
  const parsed = parseParty(text);
  if (parsed.ok) return parsed.value;
  context.addIssue("expected a key such as fix_<64 hex digits>");
  return z.NEVER;
});

/** A court is asked from its lowest tier up, so it has the lowest and none is left out. */
const tiers = z
  .array(z.enum(TIERS))
  .min(1)
  .refine(
    (list) => list.every((tier, index) => tier === TIERS[index]),
    `expected the first of ${TIERS.join(", ")}, in this order`,
  );

const asset = keys({
  code: z.string().regex(CUSTODY.ledger.asset.code, "expected a code such as XNO"),
  currency: word,
  chain: word,
  bounty: keys({ min: amount, max: amount }),
  tierFees: keys({ district: amount, appeals: amount, supreme: amount }),
  platformFee: keys({ percent, min: amount }),
  cancelFee: keys({ percent }),
  startingBalance: grant.prefault("0"),
  faucet: grant.prefault("0"),
});

export type AssetSettings = z.output<typeof asset>;

/** Seed 000's figures. */
const USUAL_MONEY: Omit<z.input<typeof asset>, "code" | "currency" | "chain"> = {
  bounty: { min: "0.19", max: "100" },
  tierFees: { district: "0.02", appeals: "0.05", supreme: "0.1" },
  platformFee: { percent: "10", min: "0.002" },
  // The one who leaves late pays this twice: to the other side, and to the platform.
  cancelFee: { percent: "10" },
  startingBalance: "100",
  faucet: "100",
};

const modelIds = z.array(z.string().min(1)).min(1).max(MAX_MODELS);

const settings = keys({
  assets: z
    .array(asset)
    .min(1)
    .max(MAX_ASSETS)
    .prefault([
      { code: "XNO", currency: "XNO", chain: "nano", ...USUAL_MONEY },
      { code: "CREDIT", currency: "CREDIT", chain: "ledger", ...USUAL_MONEY },
    ])
    .superRefine(checkAssets),
  faucetEverySeconds: count.default(86_400),
  courts: keys({
    /** Of the court that this server runs itself. */
    tiers: tiers.prefault([...TIERS]),
    models: keys({
      district: modelIds.optional(),
      appeals: modelIds.optional(),
      supreme: modelIds.optional(),
    }).prefault({}),
    /** Judges elsewhere that contracts may name: they sign their own rulings. */
    judges: z
      .array(keys({ key: party, tiers }))
      .max(MAX_JUDGES)
      .default([]),
  }).prefault({}),
  agent: keys({
    /** Whom the free agent asks, in turn; the usual free models of OpenRouter without. */
    models: modelIds.optional(),
    /** How long others may go first where others listen. */
    headStartSeconds: z.int().min(0).max(MAX_HEAD_START_SECONDS).default(15),
  }).prefault({}),
  limits: keys({
    openContracts: count.default(100),
    seats: count.default(20),
    ...doorLimits(),
  }).prefault({}),
  trustedProxies: z
    .array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))
    .max(MAX_PROXIES)
    .default([]),
  logLevel: z.enum(LOG_LEVELS).default("info"),
});

export type SettingsFile = z.output<typeof settings>;

/** One key for each limit of the door, with the door's own default. */
function doorLimits() {
  const rate = keys({ requests: count, seconds: count });
  const limits = Object.entries(DEFAULT_SETTINGS.limits).map(([name, usual]) => [
    name,
    typeof usual === "number" ? count.default(usual) : rate.default(usual),
  ]);
  return Object.fromEntries(limits) as {
    readonly [Name in keyof Limits]: z.ZodDefault<z.ZodType<Limits[Name], Limits[Name]>>;
  };
}

function checkAssets(assets: readonly AssetSettings[], context: z.RefinementCtx): void {
  for (const [index, { code, currency, chain, bounty, tierFees }] of assets.entries()) {
    const complain = (key: string, message: string) =>
      context.addIssue({ code: "custom", path: [index, key], message });
    const earlier = assets.slice(0, index);
    if (earlier.some((other) => other.code === code)) complain("code", `${code} is there twice`);
    if (earlier.some((other) => other.currency === currency && other.chain === chain)) {
      complain("currency", `${currency} on ${chain} is there twice`);
    }
    if (bounty.min === 0n || bounty.min > bounty.max) {
      complain("bounty", "expected a min above 0 and not above max");
    }
    const largest = TIERS.reduce((sum, tier: TierName) => sum + tierFees[tier], bounty.max);
    if (largest > CUSTODY.ledger.maxUnits) complain("bounty", "max is more than the ledger counts");
  }
}

/** The file's settings; without a path, the defaults. */
export function readSettingsFile(path: string | null): SettingsFile {
  const parsed = settings.safeParse(path === null ? {} : readJson(path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path: at, message }) => `  ${at.length === 0 ? "" : `${nameOf(at)}: `}${message}`,
  );
  throw new BadInput(`${path} cannot be used:\n${problems.join("\n")}`);
}

function nameOf(path: readonly PropertyKey[]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
}

function readJson(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new BadInput(`BAZAAR_CONFIG: ${(error as Error).message}`);
  }
  if (text.length > MAX_FILE_BYTES)
    throw new BadInput(`${path}: more than ${MAX_FILE_BYTES} bytes`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadInput(`${path} is not JSON: ${(error as Error).message}`);
  }
}
