/** Docker, systemd and Kubernetes: what no sandbox reaches is explained. */

import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { POPULAR } from "../packages/popular-names.ts";
import { quotedPath } from "../quote.ts";
import { advice, type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { callOf, firstMatch, hasLine } from "../view.ts";

const DAEMON = "it needs a service that the sandbox does not reach";

const docker = named({
  name: "docker-refused",
  title: "Docker refuses or does not run",
  isAbout: (view) => callOf(view, "docker", "docker-compose", "podman") !== null,
  cases: [
    {
      says: /permission denied while trying to connect to the (?:Docker daemon socket|docker API) at (\S{1,120})/i,
      tells: () =>
        "You may not use the Docker daemon. Run it with sudo, or join its group once (sudo usermod -aG docker $USER) and log in again; members of that group are as powerful as root.",
    },
    {
      says: /Cannot connect to the Docker daemon at (\S{1,120})\. Is the docker daemon running\?/,
      tells: ([, place]) =>
        `The Docker daemon does not run, or not at ${place}. Start it: sudo systemctl start docker, or open Docker Desktop.`,
    },
    {
      says: /Conflict\. The container name "\/([\w.-]{1,80})" is already in use by container "?([0-9a-f]{0,64})/,
      tells: ([, name]) =>
        `There is a container ${name} already. Start that one (docker start ${name}), choose another --name, or remove it if nothing in it is needed: docker rm ${name}.`,
    },
    {
      says: /No such container: ([\w.-]{1,80})$/,
      tells: ([, name]) =>
        `There is no container ${name}; docker ps -a lists all, also those that have stopped.`,
    },
    {
      says: /^no configuration file provided: not found$/,
      async tells(_said, view, ask) {
        const found = await ask.find(/^(?:docker-)?compose\.ya?ml$/);
        const word = callOf(view, "docker")?.operands.find(({ raw }) => raw === "compose");
        const [file, ...others] = found;
        const why = "There is no compose.yaml or docker-compose.yml here or above";
        if (file === undefined || others.length > 0 || word === undefined) {
          return `${why}. cd to the project, or name the file with -f.`;
        }
        const text = `compose -f ${quotedPath(file)}`;
        return unproved(replaceWord(view, word, text), DAEMON, `${why}; the only one is ${file}.`);
      },
    },
    {
      says: /the input device is not a TTY/,
      tells(_said, view) {
        const word = callOf(view, "docker", "podman", "docker-compose")?.operands.find(({ raw }) =>
          /^-(?:it|ti|t)$/.test(raw),
        );
        const why =
          "There is no terminal here, so -t does not work; -i alone keeps the input open.";
        if (word === undefined) return why;
        return unproved(replaceWord(view, word, "-i"), DAEMON, why);
      },
    },
    {
      says: /(?:invalid (?:tag|argument|reference format)[^"\n]{0,40}"([\w./:-]{1,120})"|repository name \((?:library\/)?([\w./-]{1,120})\)).{0,120}must be lowercase/,
      tells([, tag, name], view) {
        const typed = tag ?? name ?? "";
        const word = callOf(view, "docker", "podman")?.operands.find(
          ({ value }) => value === typed || value?.startsWith(`${typed}:`),
        );
        const why = "Names of images are written in small letters.";
        if (word?.value == null) return why;
        const [image = "", ...rest] = word.value.split(":");
        const text = quoteWord([image.toLowerCase(), ...rest].join(":"));
        return unproved(replaceWord(view, word, text), DAEMON, why);
      },
    },
    {
      says: /"docker (?:buildx )?build" requires (?:exactly )?1 argument/,
      tells(_said, view) {
        const operands = callOf(view, "docker")?.operands ?? [];
        // Too many are refused in the same words.
        const isNamed = operands.some(({ raw }, at) =>
          at > 0 && !raw.startsWith("-") ? !/^-/.test(operands[at - 1]?.raw ?? "") : raw === ".",
        );
        if (isNamed || view.calls.length !== 1) return null;
        const why = "The directory to build is missing; . is this one.";
        return unproved(`${view.command} .`, DAEMON, why);
      },
    },
    {
      says: /Error response from daemon: [Cc]ontainer ([\w.-]{1,80}) is not running$/,
      tells: ([, id]) =>
        `The container has stopped. docker start ${id} starts it; docker logs ${id} shows why it ended.`,
    },
    {
      says: /^no such service: ([\w.-]{1,80})$/,
      async tells([, typed = ""], view, ask) {
        const files = await ask.find(/^(?:docker-)?compose\.ya?ml$/);
        const text = files[0] === undefined ? "" : ((await ask.read(files[0])) ?? "");
        const block = /^services:\s*\n((?:[ \t#].*\n|\n)*)/m.exec(`${text}\n`)?.[1] ?? "";
        const names = [...block.matchAll(/^ {1,4}([\w.-]{1,80}):/gm)].map(([, name]) => name ?? "");
        const meant = nearest(typed, names);
        const word = view.calls
          .flatMap((call) => call.operands)
          .find(({ value }) => value === typed);
        if (meant === null || word === undefined) return null;
        const why = `${files[0]} has no service ${typed}; the closest is ${meant}.`;
        return unproved(replaceWord(view, word, quoteWord(meant)), DAEMON, why);
      },
    },
    {
      says: /no matching manifest for (\S{1,60}) in the manifest list entries/,
      tells: ([, platform]) =>
        `The image does not exist for ${platform}. Take another tag, or emulate: --platform linux/amd64.`,
    },
    {
      says: /failed to read dockerfile: open (\S{1,120}): no such file or directory/,
      tells: ([, file]) =>
        `There is no ${file} in the build directory. Name it with -f, or build in the directory that has one.`,
    },
    {
      says: /no space left on device/i,
      tells: () =>
        "The disk that Docker writes to is full. docker system df shows what takes the space.",
    },
  ],
});

const unknownImage = rule({
  name: "docker-unknown-image",
  title: "There is no such image",
  sees(view) {
    const call = callOf(view, "docker", "podman");
    const typed = firstMatch(
      view,
      /pull access denied for ([\w./-]{1,100}), repository does not exist/,
      /Error response from daemon: No such image: ([\w./-]{1,100})(?::[\w.-]{1,60})?$/,
    )?.[1];
    const word = call?.operands.find(({ value }) => value?.split(":")[0] === typed);
    return typed === undefined || word?.value == null ? null : { typed, word, value: word.value };
  },
  repair({ typed, word, value }, view) {
    const meant = nearest(typed, POPULAR.images);
    if (meant === null) {
      return advice(
        `There is no image ${typed} at the registry that you may read: it is misspelt, or private (docker login).`,
      );
    }
    return unproved(
      replaceWord(view, word, quoteWord(meant + value.slice(typed.length))),
      NEEDS_NETWORK,
      `There is no image ${typed}; ${meant} is close.`,
    );
  },
});

const UNIT =
  /(?:^Failed to \S{1,30} (?:unit: |\S{1,120}: )?|^)Unit (?:file )?((?:[\w@:-]|\.(?!service )){1,100})(?:\.service)? (?:not found|could not be found|not loaded|does not exist)\.$/;

const unknownUnit = rule({
  name: "systemd-unknown-unit",
  title: "There is no such unit",
  sees(view) {
    const call = callOf(view, "systemctl", "service");
    const typed = firstMatch(view, UNIT, /^([\w@-]{1,100}): unrecognized service$/)?.[1]?.replace(
      /\.service$/,
      "",
    );
    const word = call?.operands.find(({ value }) => value?.replace(/\.service$/, "") === typed);
    return typed === undefined || word === undefined ? null : { typed, word };
  },
  async repair({ typed, word }, view, ask) {
    const output = await ask.ask(
      "systemctl",
      "list-unit-files",
      "--type=service",
      "--no-legend",
      "--no-pager",
    );
    const units = [...(output ?? "").matchAll(/^([\w@:.-]{1,100})\.service\s/gm)].map(
      ([, name]) => name ?? "",
    );
    const other = entryOf(CALLED, typed) ?? [];
    const meant = units.includes(typed)
      ? null
      : (other.find((name) => units.includes(name)) ?? nearest(typed, units));
    if (meant === null) {
      return units.length === 0 || units.includes(typed)
        ? null
        : advice(
            `No service ${typed} is installed; systemctl list-unit-files --type=service lists those that are.`,
          );
    }
    return unproved(
      replaceWord(view, word, quoteWord(meant)),
      DAEMON,
      `There is no service ${typed}; the closest is ${meant}.`,
    );
  },
});

const VERBS = new Set(
  "start stop restart reload status enable disable is-active is-enabled mask unmask".split(" "),
);

/** `systemctl nginx restart`, `service restart nginx`: the words are in the other order. */
const unitOrder = rule({
  name: "systemd-order",
  title: "A unit and what to do with it, in the wrong order",
  sees(view) {
    const call = callOf(view, "systemctl", "service");
    const [first, second, ...others] =
      call?.operands.filter(({ raw }) => !raw.startsWith("-")) ?? [];
    const isService = callOf(view, "service") !== null;
    const [verb, unit] = isService ? [first, second] : [second, first];
    const isSwapped =
      VERBS.has(verb?.value ?? "") && !VERBS.has(unit?.value ?? "") && others.length === 0;
    const isSaid = hasLine(
      view,
      /^Unknown command verb |: unrecognized service$|^Failed to \S{1,30} /,
    );
    if (!isSaid || !isSwapped || first === undefined || second === undefined) return null;
    return { first, second, isService };
  },
  repair({ first, second, isService }, { command }) {
    const now =
      command.slice(0, first.start) +
      second.raw +
      command.slice(first.end, second.start) +
      first.raw +
      command.slice(second.end);
    return unproved(
      now,
      DAEMON,
      isService
        ? "service takes the name first, then what to do."
        : "systemctl takes what to do first, then the name.",
    );
  },
});

/** One service, several names. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  apache: ["apache2", "httpd"],
  httpd: ["apache2"],
  apache2: ["httpd"],
  postgres: ["postgresql"],
  mysql: ["mysqld", "mariadb"],
  mysqld: ["mysql", "mariadb"],
  redis: ["redis-server"],
  "redis-server": ["redis"],
  sshd: ["ssh"],
  ssh: ["sshd"],
  crond: ["cron"],
  cron: ["crond"],
  mongodb: ["mongod"],
  mongo: ["mongod"],
  networkmanager: ["NetworkManager"],
};

const systemd = named({
  name: "systemd-refused",
  title: "systemd refuses",
  isAbout: (view) => callOf(view, "systemctl", "service", "journalctl") !== null,
  cases: [
    {
      says: /^(?:Failed to \S{1,30} \S{1,120}: )?(?:Access denied|Interactive authentication required\.)$/,
      tells: (_said, { command }) => `Only root may do that: sudo ${command}.`,
    },
    {
      says: /^Failed to add match '([\w@.-]{1,80})': Invalid argument$/,
      tells([, unit], view) {
        const word = callOf(view, "journalctl")?.operands.find(({ value }) => value === unit);
        const why = `journalctl takes the name of a service behind -u: -u ${unit}.`;
        return word === undefined
          ? null
          : unproved(replaceWord(view, word, `-u ${word.raw}`), DAEMON, why);
      },
    },
    {
      says: /^Failed to parse timestamp: ([\w -]{1,40})$/,
      tells([, typed = ""], view) {
        const meant = nearest(typed, ["yesterday", "today", "tomorrow", "now"]);
        const word = callOf(view, "journalctl")?.operands.find(({ value }) =>
          value?.endsWith(typed),
        );
        if (meant === null || word?.value == null) {
          return `${typed} is no time that journalctl knows; these are: yesterday, -2h, "2025-12-31 18:00".`;
        }
        const text = quoteWord(word.value.slice(0, -typed.length) + meant);
        return unproved(
          replaceWord(view, word, text),
          DAEMON,
          `There is no time ${typed}; ${meant} is close.`,
        );
      },
    },
    {
      says: /^System has not been booted with systemd as init system/,
      tells: () =>
        "systemd does not run here: in a container or in WSL, start the program itself, or use service NAME start.",
    },
    {
      says: /^Job for ([\w@:.-]{1,100}) failed because/,
      tells: ([, unit]) =>
        `${unit} was started and ended with an error. Its log says why: journalctl -u ${unit} -n 50 --no-pager.`,
    },
    {
      says: /^Failed to \S{1,30} (?:unit: )?\S{0,120}:? ?Unit (?:file )?([\w@:.-]{1,100}) is masked\.$/,
      tells: ([, unit]) =>
        `${unit} is masked, which forbids starting it. If that is not wanted any more: sudo systemctl unmask ${unit}.`,
    },
  ],
});

const kubernetes = named({
  name: "kubectl-refused",
  title: "kubectl reaches no cluster",
  isAbout: (view) => callOf(view, "kubectl", "helm") !== null,
  cases: [
    {
      says: /^The connection to the server localhost:8080 was refused/,
      tells: (_said, view) =>
        hasLine(view, /current-context/)
          ? null
          : "kubectl has no cluster configured, so it tries localhost:8080. Set KUBECONFIG or choose a context: kubectl config get-contexts.",
    },
    {
      says: /^The connection to the server (\S{1,120}) was refused/,
      tells: ([, place]) =>
        `The cluster at ${place} does not answer. Start it, or choose another context: kubectl config get-contexts.`,
    },
    {
      says: /^error: (?:no context exists with the name:|context) "([\w@:./-]{1,120})"/,
      tells: ([, name]) =>
        `There is no context ${name} in the configuration; kubectl config get-contexts lists those that are.`,
    },
    {
      says: /^Error from server \(NotFound\): ([\w.-]{1,60}) "([\w.-]{1,120})" not found$/,
      tells: ([, kind, name]) =>
        `${name} is not among the ${kind} of this namespace. kubectl get ${kind} -A looks in all of them.`,
    },
    {
      says: /^error: the server doesn't have a resource type "([\w.-]{1,60})"$/,
      tells: ([, kind]) =>
        `The cluster knows no resource type ${kind}; kubectl api-resources lists those it knows.`,
    },
  ],
});

export const daemons: readonly Rule[] = [
  docker,
  unknownImage,
  unitOrder,
  unknownUnit,
  systemd,
  kubernetes,
];
