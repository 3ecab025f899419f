/**
 * The file that BAZAAR_CONFIG names. Every key has a default; an unknown key is refused, because a
 * misspelt limit would be no limit.
 */
import { readFileSync } from "node:fs";
import { DEFAULT_LISTEN_SETTINGS, type Limits } from "@bazaar/doors/listen";
import { BTC, MAX_POOL, PANEL_SIZE, type Party, parseParty, TIERS } from "@bazaar/kernel";
import { BadInput } from "@bazaar/terminal";
import { z } from "zod";
import { asset, checkAssets, TEST_SATS, USUAL_MONEY } from "./asset-settings.ts";
import { chatKeys } from "./chat-settings.ts";
import { count, keys } from "./settings-keys.ts";

const MAX_FILE_BYTES = 1 << 20;
const MAX_ASSETS = 16;
const MAX_JUDGES = 64;
const MAX_MODELS = 8;
const MAX_PROXIES = 64;
const MAX_ORIGINS = 64;
/** As browsers write it: without a path, a name in lower case. */
const ORIGIN = /^(?:\*|https?:\/\/[a-z0-9.[\]:-]{1,255})$/;
const MAX_HEAD_START_SECONDS = 3_600;
const MEBIBYTE = 1 << 20;
const MAX_KEPT_DAYS = 3_650;

const LOG_LEVELS = ["silent", "fatal", "error", "warn", "info", "debug", "trace"] as const;

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

/** With fewer, a panel would be offered that can never sit. */
const POOL_PROBLEM = `expected at least ${PANEL_SIZE} keys, each once, or none`;

function isPool(keys: readonly Party[]): boolean {
  return keys.length === 0 || (keys.length >= PANEL_SIZE && new Set(keys).size === keys.length);
}

const modelIds = z.array(z.string().min(1)).min(1).max(MAX_MODELS);

const settings = keys({
  assets: z
    .array(asset)
    .min(1)
    .max(MAX_ASSETS)
    .prefault([
      { code: "XNO", currency: "XNO", chain: "nano", ...USUAL_MONEY },
      { code: "CREDIT", currency: "CREDIT", chain: "ledger", ...USUAL_MONEY },
      { code: "BTC", decimals: BTC.decimals, currency: "BTC", chain: "ledger", ...TEST_SATS },
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
    /** Who may sit on panels; without them this market calls none. */
    arbiters: z.array(party).max(MAX_POOL).refine(isPool, POOL_PROBLEM).default([]),
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
    /** Bytes that parties store beside their contracts. */
    artifacts: keys({
      bytes: count.default(64 * MEBIBYTE),
      ownerBytes: count.default(256 * MEBIBYTE),
      ownerCount: count.default(1_000),
      totalBytes: count.default(10_240 * MEBIBYTE),
      keptDays: count.max(MAX_KEPT_DAYS).default(30),
    }).prefault({}),
    ...doorLimits(),
  }).prefault({}),
  chat: chatKeys.prefault({}),
  trustedProxies: z
    .array(
      z.union(
        [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
        "expected an address such as 10.0.0.1 or 10.0.0.0/8",
      ),
    )
    .max(MAX_PROXIES)
    .default([]),
  /** Web pages that may use the server; null is all of them, or none on a loopback address. */
  allowedOrigins: z
    .array(z.string().regex(ORIGIN, "expected an origin such as https://example.org, or *"))
    .max(MAX_ORIGINS)
    .nullable()
    .default(null),
  /** PEM files with a certificate and its chain, and its key: all ports speak TLS. */
  tls: keys({ certificate: z.string().min(1), key: z.string().min(1) })
    .nullable()
    .default(null),
  logLevel: z.enum(LOG_LEVELS).default("info"),
});

export type SettingsFile = z.output<typeof settings>;

/** One key for each limit of the listener, with its default. */
function doorLimits() {
  const rate = keys({ requests: count, seconds: count });
  const limits = Object.entries(DEFAULT_LISTEN_SETTINGS.limits).map(([name, usual]) => [
    name,
    typeof usual === "number" ? count.default(usual) : rate.default(usual),
  ]);
  return Object.fromEntries(limits) as {
    readonly [Name in keyof Limits]: z.ZodDefault<z.ZodType<Limits[Name], Limits[Name]>>;
  };
}

/** The settings of a file, or the defaults without one. */
export function readSettingsFile(path: string | null): SettingsFile {
  const parsed = settings.safeParse(path === null ? {} : readJson(path));
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(
    (issue) => `${issue.path.length === 0 ? "" : `${nameOf(issue.path)}: `}${problemIn(issue)}`,
  );
  throw new BadInput(`${path} has invalid settings: ${problems.join("; ")}`);
}

/** The library's own messages name its types. */
function problemIn(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type": {
      const expected = `expected ${TYPES[issue.expected] ?? issue.expected}`;
      return issue.message.endsWith("received undefined") ? `${expected}; it is missing` : expected;
    }
    case "too_small":
    case "too_big": {
      const bound = "minimum" in issue ? `at least ${issue.minimum}` : `at most ${issue.maximum}`;
      return `expected ${bound}${issue.origin === "array" ? " in the list" : ""}`;
    }
    default:
      return issue.message;
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  object: "an object",
  array: "a list",
};

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
