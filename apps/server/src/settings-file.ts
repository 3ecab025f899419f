/**
 * The file that BAZAAR_CONFIG names. Every key has a default; an unknown key is refused, because a
 * misspelt limit would be no limit.
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
const MAX_ORIGINS = 64;
/** As browsers write it: without a path, a name in lower case. */
const ORIGIN = /^(?:\*|https?:\/\/[a-z0-9.[\]:-]{1,255})$/;
const MAX_HEAD_START_SECONDS = 3_600;
const MAX_GRANT = 1_000n;

/** The ledger counts billionths, so that amounts fit 63 bits. */
export const LEDGER_DECIMALS = 9;

const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

/** An object that lists its keys when it is given an unknown one. */
function keys<Shape extends z.core.$ZodShape>(shape: Shape) {
  const known = Object.keys(shape).join(", ");
  return z.strictObject(shape, {
    error: ({ code, keys: unknown }) =>
      code === "unrecognized_keys"
        ? `unknown key ${(unknown as string[]).join(", ")}; known keys: ${known}`
        : undefined,
  });
}

/** A decimal string: a number could be rounded. */
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
/** Every new key gets a grant, and all grants together must fit the ledger. */
const grant = amount.refine(
  (units) => units <= MAX_GRANT * 10n ** BigInt(LEDGER_DECIMALS),
  `at most ${MAX_GRANT} of the asset`,
);
/** A percentage with two decimals is a whole number of basis points. */
const percent = decimal("a percentage", 2).refine((bps) => bps <= 10_000n, "at most 100");
const count = z.int().min(1).max(Number.MAX_SAFE_INTEGER);
const word = z.string().regex(/^[A-Za-z][A-Za-z0-9._-]{0,31}$/, "expected a word such as XNO");

const party = z.string().transform((text, context): Party => {
  const parsed = parseParty(text);
  if (parsed.ok) return parsed.value;
  context.addIssue("expected a key such as fix_<64 hex digits>");
  return z.NEVER;
});

/** Cases start at the lowest tier and go up one by one, so no tier may be left out. */
const tiers = z
  .array(z.enum(TIERS))
  .min(1)
  .refine(
    (list) => list.every((tier, index) => tier === TIERS[index]),
    `expected ${TIERS.join(", ")} in this order, from the first`,
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

/** The fees and limits of the `fix` protocol. */
const USUAL_MONEY: Omit<z.input<typeof asset>, "code" | "currency" | "chain"> = {
  bounty: { min: "0.19", max: "100" },
  tierFees: { district: "0.02", appeals: "0.05", supreme: "0.1" },
  platformFee: { percent: "10", min: "0.002" },
  // The side that cancels late pays this twice: to the other side and to the platform.
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
    /** The tiers of the court that this server runs. */
    tiers: tiers.prefault([...TIERS]),
    models: keys({
      district: modelIds.optional(),
      appeals: modelIds.optional(),
      supreme: modelIds.optional(),
    }).prefault({}),
    /** Other judges that contracts may name. They sign their own rulings. */
    judges: z
      .array(keys({ key: party, tiers }))
      .max(MAX_JUDGES)
      .default([]),
  }).prefault({}),
  agent: keys({
    /** Models of the free agent, in this order; without, free models of OpenRouter. */
    models: modelIds.optional(),
    /** How long the free agent waits for others while agents are connected. */
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
  /** Web pages that may use the server; null is all of them, or none on a loopback address. */
  allowedOrigins: z
    .array(z.string().regex(ORIGIN, "expected an origin such as https://example.org, or *"))
    .max(MAX_ORIGINS)
    .nullable()
    .default(null),
  logLevel: z.enum(LOG_LEVELS).default("info"),
});

export type SettingsFile = z.output<typeof settings>;

/** One key for each limit of the HTTP door, with its default. */
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
    if (earlier.some((other) => other.code === code)) complain("code", `${code} is listed twice`);
    if (earlier.some((other) => other.currency === currency && other.chain === chain)) {
      complain("currency", `${currency} on ${chain} is listed twice`);
    }
    if (bounty.min === 0n || bounty.min > bounty.max) {
      complain("bounty", "min must be above 0 and at most max");
    }
    const largest = TIERS.reduce((sum, tier: TierName) => sum + tierFees[tier], bounty.max);
    if (largest > CUSTODY.ledger.maxUnits)
      complain("bounty", "max is more than the ledger can hold");
  }
}

/** The settings of a file, or the defaults without one. */
export function readSettingsFile(path: string | null): SettingsFile {
  const parsed = settings.safeParse(path === null ? {} : readJson(path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    ({ path: at, message }) => `  ${at.length === 0 ? "" : `${nameOf(at)}: `}${message}`,
  );
  throw new BadInput(`${path} has invalid settings:\n${problems.join("\n")}`);
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
    throw new BadInput(`${path} is longer than ${MAX_FILE_BYTES} bytes`);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadInput(`${path} is not JSON: ${(error as Error).message}`);
  }
}
