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
  NO_SERVICE,
  NUMBER,
  PATH,
  sentences,
  TEXT,
  word,
} from "../grammar.ts";

const CHANGES = "it changes a service, or runs something in it";
const UNIT = word(/^[\w@.:\\*-]+$/, "the name of a unit");
const OBJECT = word(/^[\w./:@-]+$/, "a name");

export const systemctl: Grammar = {
  purpose: "asks about services, which cannot be reached from a look",
  form: forms([
    "list-unit-files is-enabled cat",
    {
      switches: "--user --system --no-pager --all -a --full -l --no-legend --plain -q --quiet",
      options: { "--type -t --state": word(/^[\w,]+$/, "a type or state") },
      operands: { rest: UNIT },
    },
  ]),
  absent: sentences(
    [
      " status show is-active is-failed list-dependencies list-units list-timers list-sockets " +
        "list-jobs list-machines is-system-running get-default show-environment --failed --all -a",
      NO_SERVICE,
    ],
    ["-t --type --state", NO_SERVICE],
  ),
  ignores: ["--user", "--system", "--no-pager"],
  note: NO_SERVICE,
  never: { "*": CHANGES },
};

export const timedatectl: Grammar = {
  purpose: "asks for the time settings, of a service that cannot be reached",
  form: forms(["--version", ALONE]),
  absent: sentences([" status show list-timezones timesync-status", NO_SERVICE]),
  never: { "*": "it changes the machine" },
};

/** Unit files are checked, and times explained, without a service. */
export const systemdAnalyze: Grammar = {
  purpose: "checks unit files and explains times",
  form: forms(
    ["verify", { switches: "--user --no-pager", operands: { rest: PATH, min: 1 } }],
    [
      "calendar timespan timestamp",
      { options: { "--iterations": NUMBER }, operands: { rest: TEXT, min: 1 } },
    ],
    ["unit-paths --version", ALONE],
  ),
  adds: ([verb]) => (verb === "verify" ? ["--man=no", "--generators=no"] : []),
  readsContents: true,
  absent: sentences([
    " time blame critical-chain plot dot dump security unit-files log-level",
    NO_SERVICE,
  ]),
  never: { "*": CHANGES, "--root": "another root is not looked at" },
};

const ASKED = { rest: OBJECT };
const COMPOSE: Form = {
  switches:
    "-a -q -t --all --quiet --services --volumes --images --profiles --no-interpolate --no-color --timestamps --dry-run --no-trunc",
  options: {
    "--tail -n": word(/^(?:\d+|all)$/, "a number"),
    "--since --until --format --hash --filter --status": TEXT,
    "-p --project-name --profile": OBJECT,
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

/** Whatever only asks the service; a service cannot be reached, so nothing of it runs. */
const DOCKER_ASKS =
  "ps images inspect history port top diff logs stats version info events system container image " +
  "volume network context buildx builder manifest plugin node service stack swarm secret machine " +
  "pod scout trust";

export const docker: Grammar = {
  purpose: "reads a compose file; containers are asked of a service that cannot be reached",
  form: forms(["compose", COMPOSE], ["-v", ALONE]),
  adds: onlyNames,
  note: NO_SERVICE,
  absent: sentences(
    [DOCKER_ASKS, NO_SERVICE],
    ["search", NO_NETWORK],
    ["-H --host -c --context", "another service is not asked"],
  ),
  never: {
    ...sentences(["* run exec build cp create rm rmi start stop restart kill", CHANGES]),
    ...sentences(["pull push", NO_NETWORK]),
    login: "it writes a token",
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
      {
        switches: "--minify --no-headers",
        options: { "-o --output": choice("name", "yaml", "json") },
        operands: {
          first: [choice("current-context", "get-contexts", "get-clusters", "get-users", "view")],
          rest: NAME,
          min: 1,
        },
      },
    ],
    ["kustomize", { operands: { first: [PATH], min: 1 } }],
  ),
  environment: () => ({ KUBECTL_KUBERC: "false" }),
  readsContents: true,
  startsIn: ([verb]) => (verb === "kustomize" ? null : "/"),
  absent: sentences(["*", NO_NETWORK]),
  never: {
    ...sentences([
      "apply create delete edit patch replace scale set label annotate taint drain cordon uncordon " +
        "run exec cp attach debug port-forward proxy expose autoscale certificate",
      CHANGES,
    ]),
  },
};

export const helm: Grammar = {
  purpose: "checks and renders charts; a cluster cannot be reached",
  form: forms(
    [
      "lint template",
      {
        switches: "--strict --quiet --with-subcharts --debug --include-crds --skip-tests",
        options: {
          "-f --values": PATH,
          "--set --set-string --show-only -s": TEXT,
          "-n --namespace --kube-version --api-versions -a": word(/^[\w./-]+$/, "a name"),
        },
        operands: { rest: PATH, min: 1 },
      },
    ],
    ["show", { operands: { first: [choice("chart", "values", "readme", "all"), PATH], min: 2 } }],
    ["dependency dep", { operands: { first: [choice("list", "ls"), PATH], min: 1 } }],
    ["version env", { switches: "--short" }],
  ),
  readsContents: true,
  absent: sentences([
    "list ls history status get search repo diff plugin registry -n --namespace --kube-context",
    NO_NETWORK,
  ]),
  never: { "*": CHANGES, "--post-renderer": "it runs a program" },
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
