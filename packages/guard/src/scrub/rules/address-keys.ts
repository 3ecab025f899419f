/**
 * Addresses whose path is the credential: who knows it may post, deploy or read. Some services are
 * known by their host; of all others the word before the key tells (`/hooks/…`, `/heartbeat/…`).
 */
import { isExample } from "../plain-value.ts";
import { type Match, matchAt, type View } from "../view.ts";
import type { PrefixRule } from "./prefix-rule.ts";

/** The hosts of services, or what of them is fixed, and how many units a key has at least. */
const HOSTS: readonly (readonly [string, number])[] = [
  // Nodes of blockchains.
  [".alchemy.com/v2/|.alchemy.com/nft/v3/|.alchemyapi.io/v2/", 20],
  [".infura.io/v3/|.infura.io/ws/v3/|ipfs.infura.io/ipfs/", 20],
  [".quiknode.pro/|.getblock.io/|.chainstacklabs.com/|.p2pify.com/|.nodereal.io/v1/", 20],
  ["rpc.ankr.com/", 32],
  [".blastapi.io/|.drpc.org/|.pokt.network/v1/|.blockpi.network/v1/rpc/|.tenderly.co/", 20],
  ["rtmp.youtube.com/live2/", 16],
  // Signs of life, and notes to telephones.
  ["hc-ping.com/|healthchecks.io/ping/|cronitor.link/|nosnch.in/", 10],
  ["api.day.app/|sctapi.ftqq.com/|ntfy.sh/up|push.g.alchemy.com/", 16],
  // Web forms, scripts, calendars and logs.
  ["script.google.com/macros/s/|.m.pipedream.net/|webhook.site/|requestbin.com/r/", 16],
  ["calendar.google.com/calendar/ical/|/receiver/v1/http/|loggly.com/inputs/|logs.logdna.com/", 20],
  ["datadoghq.com/v1/input/|datadoghq.eu/v1/input/|api.honeybadger.io/v1/", 20],
  ["webhooks.workato.com/|hooks.airtable.com/workflows/|hooks.notion.so/|api.retool.com/", 12],
  ["api.vercel.com/v1/integrations/deploy/|api.netlify.com/build_hooks/", 10],
  ["hub.docker.com/api/build/v1/source/|api.cloudflare.com/client/v4/pages/webhooks/", 20],
  ["chat.googleapis.com/v1/|webhook.office.com/|outlook.office.com/webhook/", 30],
];
/** Words of paths of other services. */
const WORDS: readonly (readonly [string, number])[] = [
  ["/hooks/|/hook/|/webhook/|/webhooks/|/webhook-test/|/incoming/|/incoming-webhook/", 16],
  ["/build_hooks/|/deploy_hooks/|/deploy-hooks/|/triggers/|/heartbeat/|/heartbeats/", 16],
  ["/api/push/", 8],
];

const PATH = /(?:[A-Za-z0-9_@%.:~+-]{1,200}\/?){1,6}/y;
const PART = /[A-Za-z0-9_%~+.-]{8,200}/g;
const WORD = /^(?:[a-z]+|[A-Z][a-z]+|[a-z]+(?:[A-Z][a-z]+)+)(?:[-_.](?:[a-z]+|\d{1,4}))*$/;
const HEX_OR_UUID = /^[0-9a-f]{16,}$|^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** One rule for each row. All parts of the path that look drawn go, from the first to the last. */
function pathRule([beginnings, least]: readonly [string, number]): PrefixRule {
  return {
    prefixes: beginnings.split("|"),
    match({ text }: View, at: number, prefix: string): Match | null {
      const from = at + prefix.length;
      const path = matchAt(PATH, text, from)?.[0] ?? "";
      const keys = [...path.matchAll(PART)].filter(([part]) => isKeyPart(part, least));
      const [first, last] = [keys[0], keys.at(-1)];
      if (first === undefined || last === undefined) return null;
      const end = from + last.index + last[0].replace(/\.(?:send|ics|json)$|[.:]+$/, "").length;
      return { start: from + first.index, end, category: "vendor-token", isLearned: true };
    },
  };
}

function isKeyPart(part: string, least: number): boolean {
  if (part.length < least || isExample(part) || WORD.test(part)) return false;
  if (HEX_OR_UUID.test(part)) return true;
  return (
    /\d/.test(part) &&
    /[A-Za-z]/.test(part) &&
    !/^v?\d+\.\d|[-_.](?:tgz|zip|gz|html?|md)$/.test(part)
  );
}

export const ADDRESS_KEYS: readonly PrefixRule[] = [...HOSTS, ...WORDS].map(pathRule);
