/** Nothing answers: connections that are refused, names that do not resolve. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { named } from "../named.ts";
import { nearest, nearestOrLonger } from "../nearest.ts";
import { type Answer, advice, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import type { Call, Word } from "../shell-words.ts";
import { callOf, firstMatch, programName, type View } from "../view.ts";
import { ownHosts } from "./own-hosts.ts";

/** What usually listens there. */
const SERVICES: Readonly<Record<string, string>> = {
  "5432": "PostgreSQL",
  "3306": "MySQL or MariaDB",
  "6379": "Redis",
  "27017": "MongoDB",
  "5672": "RabbitMQ",
  "9200": "Elasticsearch",
  "11211": "memcached",
  "2375": "Docker",
  "9092": "Kafka",
  "22": "an ssh server",
};
const HERE = /^(?:127\.\d{1,3}\.\d{1,3}\.\d{1,3}|localhost|::1|\[::1\]|0\.0\.0\.0)$/;
const REFUSED: readonly RegExp[] = [
  /^curl: \(7\) Failed to connect to (\S{1,120}) port (\d{1,5})\b.{0,40}(?:Connection refused|Couldn't connect to server)/,
  /^Connecting to (\S{1,120}?)(?:\|[^|]{1,60}\|)?:(\d{1,5})\.{3} failed: Connection refused\.$/,
  /connection to server at "(\S{1,120})" \(\S{1,60}\), port (\d{1,5}) failed: Connection refused$/,
  /^Could not connect to Redis at (\S{1,120}):(\d{1,5}): Connection refused$/,
  /^ERROR 2003 \(HY000\): Can't connect to (?:MySQL|MariaDB) server on '([^':\s]{1,120}):(\d{1,5})' \(111\)/,
  /^ssh: connect to host (\S{1,120}) port (\d{1,5}): Connection refused$/,
  /\bECONNREFUSED (\S{1,60}):(\d{1,5})$/,
  /dial tcp (\S{1,60}):(\d{1,5}): (?:connect: )?connection refused/,
  /(localhost|127\.0\.0\.1|\[::1\]):(\d{1,5})\b.{0,60}(?:[Cc]onnection refused|refused the connection)/,
  /HTTPConnectionPool\(host='([^'\s]{1,120})', port=(\d{1,5})\).{1,300}\[Errno 111\]/,
];

const refused = rule({
  name: "connection-refused",
  title: "Nothing listens at the address",
  sees(view) {
    const [, host, port] = firstMatch(view, ...REFUSED) ?? [];
    if (host === undefined || port === undefined) return null;
    const isTold = callOf(view, "docker", "kubectl", "helm") !== null;
    return isTold ? null : { host, port };
  },
  repair({ host, port }) {
    const service = entryOf(SERVICES, port);
    const usual = service === undefined ? "" : ` (usually ${service})`;
    return advice(
      HERE.test(host)
        ? `Nothing listens on port ${port} of this machine${usual}. Start the server first, or correct the port; ss -ltn lists the ports in use.`
        : `${host} refuses connections on port ${port}${usual}: the server is not running there, the port is wrong, or a firewall rejects it.`,
    );
  },
});

const PROGRAMS = "curl wget ssh scp sftp rsync git ping psql mysql redis-cli http nc".split(" ");

const HOSTS =
  "localhost github.com gitlab.com bitbucket.org codeberg.org example.com example.org pypi.org registry.npmjs.org crates.io docker.io deb.debian.org google.com raw.githubusercontent.com".split(
    " ",
  );

const UNRESOLVED =
  /(?:^curl: \(6\) Could not resolve host: |^wget: unable to resolve host address ['‘]|Could not resolve host(?:name)?:? ['"]?|could not translate host name ")([\w.:-]{1,120})/;
const SSH_PROGRAMS = ["ssh", "scp", "sftp", "rsync", "ssh-copy-id", "mosh"];

const unknownHost = rule({
  name: "unknown-host",
  title: "The name of a host does not resolve",
  sees(view) {
    const host = firstMatch(view, UNRESOLVED)?.[1]?.replace(/:$/, "");
    return host === undefined || callOf(view, ...PROGRAMS) === null ? null : { host };
  },
  async repair({ host }, view, ask) {
    const call = callOf(view, ...PROGRAMS);
    if (call !== null && isPartOfWord(call, host)) return null;
    const address = call?.operands.find(({ value }) => /^https?:\/?[^/]/.test(value ?? ""));
    if (address?.value != null && /^https?$/.test(host)) {
      const text = quoteWord(address.value.replace(/:\/?/, "://"));
      return unproved(
        replaceWord(view, address, text),
        NEEDS_NETWORK,
        `Two slashes follow ${host}: in an address.`,
      );
    }
    const word = call?.operands.find(
      ({ value }) => value !== null && partsOf(value).includes(host),
    );
    const [, name, port] = /^(.+):(\d{1,5})$/.exec(host) ?? [];
    if (port !== undefined)
      return word === undefined ? null : withPort(view, word, name ?? "", port);
    const isSsh = callOf(view, ...SSH_PROGRAMS) !== null;
    const own = isSsh ? await ownHosts(ask) : new Map<string, string>();
    const alias = nearestOrLonger(host, own.keys());
    const meant = alias ?? nearest(host, HOSTS);
    if (meant === null) {
      const isAlias = own.size > 0 && !host.includes(".");
      const known = isAlias ? "It is no Host of ~/.ssh/config and" : "It";
      return advice(
        `The name ${host} does not resolve. ${known} may be misspelt, or this machine has no network or DNS: getent hosts example.org tells which.`,
      );
    }
    const place = alias === null ? "is close" : `of ${own.get(alias)} is close`;
    const why = `The name ${host} does not resolve; ${meant} ${place}.`;
    if (word?.value == null) return advice(why);
    const text = quoteWord(word.value.replace(host, () => meant));
    return unproved(replaceWord(view, word, text), NEEDS_NETWORK, why);
  },
});

/** Whether curl takes the rest of a header or of a file name for an address. */
function isPartOfWord(call: Call, host: string): boolean {
  const operands = programName(call) === "curl" ? call.operands : [];
  const at = operands.findIndex(({ value }) => value !== null && partsOf(value).includes(host));
  const [second, first] = [operands[at - 2]?.raw ?? "", operands[at - 1]?.raw ?? ""];
  return /^(?:-o|--output|-H|--header)$/.test(second) || /^[\w-]{1,60}:$/.test(first);
}

/** What stands in `user@host:path` and `scheme://host:port/path` where a host may stand. */
function partsOf(value: string): readonly string[] {
  const behind = value.replace(/^[a-z]{2,10}:\/\//, "").replace(/^[^@/]{1,80}@/, "");
  return [behind, behind.split(/[:/]/, 1).join("")];
}

/** `ssh host:22`: the port is an option. */
function withPort(view: View, word: Word, host: string, port: string): Answer | null {
  const call = callOf(view, "ssh", "ssh-copy-id");
  if (call === null || word.value === null) return null;
  const text = quoteWord(word.value.slice(0, -port.length - 1));
  return unproved(
    replaceWord(view, word, `-p ${port} ${text}`),
    NEEDS_NETWORK,
    `ssh takes the port of ${host} as an option: -p ${port}.`,
  );
}

const unreachable = named({
  name: "host-unreachable",
  title: "The host cannot be reached",
  isAbout: (view) => callOf(view, ...PROGRAMS) !== null,
  cases: [
    {
      says: /^(?:ssh: connect to host|curl: \(28\) Failed to connect to) (\S{1,120}) port (\d{1,5}).{0,40}(?:timed out|Timeout|Timed out)/,
      tells: ([, host, port]) =>
        `${host} does not answer on port ${port}: a firewall drops the packets, the host is down, or a VPN is needed.`,
    },
    {
      says: /^curl: \(60\) SSL certificate problem: (.{1,80})$/,
      tells: ([, problem]) => certificate(problem ?? ""),
    },
    {
      says: /^curl: \(35\) .{0,80}wrong version number/,
      tells: () =>
        "The server does not speak TLS on this port: use http:// instead of https://, or the right port.",
    },
    {
      says: /^curl: \(52\) Empty reply from server/,
      tells: () =>
        "The server closed the connection without an answer. Perhaps it expects https:// on this port, or it crashed: look at its log.",
    },
    {
      says: /^curl: \(22\) The requested URL returned error: (\d{3})/,
      tells: ([, status]) => (status === undefined ? null : httpStatus(status)),
    },
    {
      says: /^ERROR 2002 \(HY000\): Can't connect to local (?:MySQL|MariaDB|server).{0,60}through socket '([^'\n]{1,150})' \((?:2|111)/,
      tells: ([, socket]) =>
        `The database server is not running here, or listens elsewhere than at ${socket}. Start it, or give its address with -h 127.0.0.1.`,
    },
    {
      says: /connection to server on socket "([^"\n]{1,150})" failed: No such file or directory/,
      tells: ([, socket]) =>
        `PostgreSQL is not running here, or listens elsewhere than at ${socket}. Start it, or give its address with -h.`,
    },
    {
      says: /FATAL:\s{1,4}database "([^"\n]{1,80})" does not exist/,
      tells: ([, name]) => `There is no database ${name}; psql -l lists those that exist.`,
    },
    {
      says: /FATAL:\s{1,4}role "([^"\n]{1,80})" does not exist/,
      tells: ([, name]) =>
        `PostgreSQL has no role ${name}. Give another with -U, or create it as an administrator: createuser ${name}.`,
    },
  ],
});

function certificate(problem: string): string {
  if (/expired/.test(problem)) {
    return "The server's certificate has expired (or this machine's clock is wrong: date). Its operator has to renew it.";
  }
  if (/self.signed/.test(problem)) {
    return "The server's certificate is self-signed, so nobody vouches for it. If it is yours, give curl its authority with --cacert FILE; -k would accept anybody.";
  }
  return `curl cannot check the server's certificate (${problem}). The authority may be missing here: install ca-certificates, or give it with --cacert FILE.`;
}

const STATUS: Readonly<Record<string, string>> = {
  "401": "it wants a login or a token",
  "403": "this user or token may not do that",
  "404": "there is nothing at this address: check the path",
  "429": "too many requests; wait a while",
  "500": "the server failed: its log says why",
  "502": "the server behind the proxy does not answer",
  "503": "the server is not available at the moment",
};

function httpStatus(status: string): string | null {
  const meaning = entryOf(STATUS, status);
  return meaning === undefined ? null : `The server answers ${status}: ${meaning}.`;
}

export const connections: readonly Rule[] = [refused, unknownHost, unreachable];
