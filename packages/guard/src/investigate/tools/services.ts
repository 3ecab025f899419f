/**
 * Clients of services. A look has no sockets, so most answer that the service cannot be reached;
 * what they read from files is answered. Nothing that would change a service is asked of it.
 */
import {
  ALONE,
  choice,
  type Form,
  forms,
  type Grammar,
  NAME,
  NO_NETWORK,
  NUMBER,
  PATH,
  TEXT,
  word,
} from "../grammar.ts";

const NO_SERVICE = "services of the machine cannot be reached from a look";
const NO_SOCKETS = "a look has a network of its own: sockets of the machine are not seen";
const CHANGES = "it changes a service, or runs something in it";
const UNIT = word(/^[\w@.:\\*-]+$/, "the name of a unit");
const OBJECT = word(/^[\w./:@-]+$/, "a name");
const FORMAT = { "--format -f": TEXT, "--filter": TEXT } as const;

export const systemctl: Grammar = {
  purpose: "asks about services, which cannot be reached from a look",
  form: forms(
    [
      "status cat show is-active is-enabled is-failed list-dependencies",
      {
        switches: "--user --system --no-pager --full -l -q --all --plain",
        options: { "-n --lines": NUMBER, "-p --property": word(/^[\w,]+$/, "names"), "-o": NAME },
        operands: { rest: UNIT },
      },
    ],
    [
      "list-units list-unit-files list-timers list-sockets is-system-running get-default --failed",
      {
        switches: "--user --system --no-pager --all -a --full --failed --no-legend --plain",
        options: { "--type -t --state": word(/^[\w,]+$/, "a type or state") },
        operands: { rest: UNIT },
      },
    ],
  ),
  ignores: ["--user", "--system", "--no-pager"],
  note: NO_SERVICE,
  never: { "*": CHANGES },
};

export const timedatectl: Grammar = {
  purpose: "asks for the time settings, of a service that cannot be reached",
  form: forms([" status show", ALONE]),
  note: NO_SERVICE,
  never: { "*": "it changes the machine" },
};

const LOGS: Form = {
  switches: "-t --timestamps --no-color --details --no-log-prefix",
  options: { "--tail -n": word(/^(?:\d+|all)$/, "a number"), "--since --until": TEXT },
  operands: { rest: OBJECT },
};
const LISTED: Form = {
  switches: "-a -q --all --quiet --no-trunc -s --size -l --latest --digests --tree",
  options: { ...FORMAT, "-n --last": NUMBER },
  operands: { rest: OBJECT },
};
const INSPECTED: Form = {
  switches: "-s --size --no-trunc --human -H -q --quiet",
  options: { ...FORMAT, "--type": NAME },
  operands: { rest: OBJECT, min: 1 },
};
const ASKED = { rest: OBJECT };
const COMPOSE: Form = {
  switches:
    "-a -q -t --all --quiet --services --volumes --images --profiles --no-interpolate --no-color --timestamps --dry-run --no-trunc",
  options: {
    "--tail -n": word(/^(?:\d+|all)$/, "a number"),
    "--since --until --format --hash": TEXT,
    "-f --file": PATH,
  },
  operands: {
    first: [choice("ps", "logs", "config", "images", "ls", "top", "version", "port", "volumes")],
    ...ASKED,
    min: 1,
  },
};

/** All of the configuration is in files, which are shown by cat. */
function onlyNames(words: readonly string[]): readonly string[] {
  const lists = ["--services", "--volumes", "--images", "--profiles"];
  const isAll = words.includes("config") && !words.some((one) => lists.includes(one));
  return isAll ? ["--services"] : [];
}

export const docker: Grammar = {
  purpose: "asks about containers, of a service that cannot be reached",
  form: forms(
    ["ps images search", LISTED],
    ["inspect history port top diff", INSPECTED],
    ["logs", LOGS],
    ["stats", { switches: "--no-stream -a --all --no-trunc", options: FORMAT, operands: ASKED }],
    ["version info", { options: FORMAT }],
    [
      "system container image volume network context buildx builder manifest plugin node service stack swarm",
      {
        switches: "-a -q -v --all --quiet --verbose --no-trunc",
        options: FORMAT,
        operands: {
          first: [choice("df", "info", "ls", "list", "ps", "inspect", "history", "du", "version")],
          ...ASKED,
          min: 1,
        },
      },
    ],
    ["compose", COMPOSE],
    ["-v", ALONE],
  ),
  adds: onlyNames,
  note: NO_SERVICE,
  never: {
    "*": CHANGES,
    run: CHANGES,
    exec: CHANGES,
    build: CHANGES,
    cp: CHANGES,
    pull: NO_NETWORK,
    push: NO_NETWORK,
    login: "it writes a token",
    "-H": "another service is not asked",
    "--config": "another configuration can name programs that it runs",
  },
};

export const dockerCompose: Grammar = {
  purpose: "asks about containers, of a service that cannot be reached",
  form: COMPOSE,
  adds: onlyNames,
  note: NO_SERVICE,
  never: { "*": CHANGES },
};

export const kubectl: Grammar = {
  purpose: "names its version and contexts; a cluster cannot be reached",
  form: forms(
    [
      "version",
      { switches: "--client --short", options: { "-o --output": choice("yaml", "json") } },
    ],
    [
      "config",
      { operands: { first: [choice("current-context", "get-contexts", "get-clusters")] } },
    ],
    ["explain", { operands: { first: [OBJECT], min: 1 } }],
    ["kustomize", { operands: { first: [PATH], min: 1 } }],
  ),
  environment: () => ({ KUBECTL_KUBERC: "false" }),
  readsContents: true,
  startsIn: ([verb]) => (verb === "kustomize" ? null : "/"),
  never: { "*": NO_NETWORK },
};

export const helm: Grammar = {
  purpose: "checks and renders charts",
  form: forms(
    [
      "lint template",
      {
        switches: "--strict --quiet --with-subcharts",
        options: { "-f --values": PATH, "--set": TEXT, "--show-only -s": TEXT },
        operands: { rest: PATH, min: 1 },
      },
    ],
    ["version env", { switches: "--short" }],
  ),
  readsContents: true,
  never: { "*": NO_NETWORK, "--post-renderer": "it runs a program" },
};

const SOCKETS: Form = {
  switches:
    "-a -4 -6 -e -i -l -m -n -o -p -r -s -t -u -w -x --all --listening --numeric --tcp --udp",
  operands: { rest: word(/^[\w.:()= /-]+$/, "a filter") },
};

export const ss: Grammar = {
  purpose: "lists sockets, which here are those of the investigation itself",
  form: SOCKETS,
  note: NO_SOCKETS,
  never: { "-K": "it closes sockets", "--kill": "it closes sockets" },
};

export const netstat: Grammar = {
  purpose: "lists sockets, which here are those of the investigation itself",
  form: SOCKETS,
  note: NO_SOCKETS,
  never: { "-c": "it would repeat itself" },
};

export const ip: Grammar = {
  purpose: "shows network settings, which here are those of the investigation itself",
  form: {
    switches: "-4 -6 -br -brief -s -j -json -o -d -c",
    spelling: "whole",
    operands: {
      first: [choice("a", "addr", "address", "r", "route", "l", "link", "rule", "neigh", "n")],
      rest: choice("show", "list", "ls"),
    },
  },
  note: NO_SOCKETS,
  never: {
    "*": "it changes the network, or runs something in another one",
    "-b": "not from a file",
  },
};

export const ifconfig: Grammar = {
  purpose: "shows network settings, which here are those of the investigation itself",
  form: { switches: "-a -s" },
  note: NO_SOCKETS,
};

export const lsof: Grammar = {
  purpose: "lists open files, which here are those of the investigation itself",
  form: {
    switches: "-n -P -l -a -t",
    options: {
      "-p -u -g -c": word(/^[\w,.^-]+$/, "a number or name"),
      "-d": word(/^[\w,^-]+$/, "descriptors"),
    },
    optional: {
      "-i": word(/^[\w:.@,*-]+$/, "an address like :8080"),
      "-s": word(/^[\w:]+$/, "a state"),
    },
    operands: { rest: word(/^(?::\d+|[\w./][\w./-]*)$/, "a port like :8080 or a file") },
  },
  note: "a look sees neither sockets nor processes of the machine",
  never: {
    "-r": "it would repeat itself",
    "-m": "it reads the kernel's memory",
    "-D": "it writes a cache",
  },
};

export const fuser: Grammar = {
  purpose: "finds users of files, which here are those of the investigation itself",
  form: {
    switches: "-a -u -v -4 -6",
    options: { "-n": choice("tcp", "udp", "file") },
    operands: {
      rest: word(/^(?:\d+(?:\/\w+)?|[\w./][\w./-]*)$/, "a port like 8080/tcp or a file"),
    },
  },
  note: "a look sees neither sockets nor processes of the machine",
  never: { "-k": "it ends processes" },
};

/** The rows of a database are private; how it is built is not. */
const QUESTIONS: readonly RegExp[] = [
  /^\.(?:schema|tables|indexes|indices|databases|dbinfo|fullschema)(?: [\w%]+)?$/,
  /^pragma (?:table_x?info|index_(?:list|info)|foreign_key_list|table_list)\(['"]?\w+['"]?\);?$/i,
  /^pragma (?:user_version|schema_version|journal_mode|encoding|page_size|page_count|foreign_keys|table_list|database_list|compile_options|integrity_check|quick_check|foreign_key_check);?$/i,
  /^select count\(\*\) from ["\w]+;?$/i,
  /^select (?:\*|[\w, ]+) from sqlite_(?:master|schema)(?: where [\w ='%]+)?(?: order by \w+)?;?$/i,
  /^select sqlite_version\(\);?$/i,
];
const SCHEMA = word(
  { test: (text) => QUESTIONS.some((question) => question.test(text)) },
  "a question about the schema, like .tables or pragma table_info(x)",
);

export const sqlite3: Grammar = {
  purpose: "shows how a database is built",
  form: {
    spelling: "whole",
    switches: "-readonly -header -column -json -line -list -csv -table -box -markdown -batch",
    operands: { first: [PATH, SCHEMA], rest: SCHEMA, min: 2 },
  },
  rewrites: (words) => ["-readonly", "-safe", "-batch", "-init", "/dev/null", ...words],
  readsContents: true,
  never: {
    "-cmd": "give one question as the last word",
    "-init": "commands are not read from a file",
    "-A": "archives are listed with unzip or tar",
  },
};
