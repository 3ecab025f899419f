import { expect, test } from "vitest";
import { ALL_RULES } from "../all-rules.ts";
import { isFix } from "../rule.ts";
import { isOfOwnHosts, OWN_HOSTS_LOOK, ownHostsIn } from "./own-hosts.ts";

const OWN = ownHostsIn({
  sshConfig: `# Host old
Host staging stage-db
  HostName 10.0.0.7
Host=build
Host *.example.org !bad
  User "deploy"
`,
  etcHosts: "127.0.0.1 localhost\n# 10.0.0.8 gone\n10.0.0.9 warehouse warehouse.lan\n",
});

test("only names are taken from the files", () => {
  expect(OWN.split("\n")).toEqual([
    "staging ~/.ssh/config",
    "stage-db ~/.ssh/config",
    "build ~/.ssh/config",
    "localhost /etc/hosts",
    "warehouse /etc/hosts",
    "warehouse.lan /etc/hosts",
  ]);
});

const said = (host: string) =>
  `ssh: Could not resolve hostname ${host}: Temporary failure in name resolution`;

async function answersTo(command: string, host: string) {
  const problem = { command, error: said(host), capabilities: [] };
  const rules = ALL_RULES.filter((rule) => rule.matches(problem));
  const look = async (asked: string) => (asked === OWN_HOSTS_LOOK ? OWN : "");
  const answers = await Promise.all(rules.map((rule) => rule.repair(problem, look)));
  return answers.flatMap((answer) => (answer === null || isFix(answer) ? [] : [answer]));
}

test.each([
  ["ssh stagign", "stagign", "ssh staging", "staging of ~/.ssh/config is close"],
  ["ssh stage", "stage", "ssh stage-db", "stage-db of ~/.ssh/config is close"],
  ["scp a.txt me@biuld:/tmp", "biuld", "scp a.txt me@build:/tmp", "build of ~/.ssh/config"],
  ["ssh -v warehosue uptime", "warehosue", "ssh -v warehouse uptime", "warehouse of /etc/hosts"],
  ["ssh me@build:2200", "build:2200", "ssh -p 2200 me@build", "-p 2200"],
])("%s: %s is %s", async (command, host, meant, why) => {
  const [answer] = await answersTo(command, host);
  expect(answer?.command).toBe(meant);
  expect(answer?.explanation).toContain(why);
  expect(isOfOwnHosts(command, said(host))).toBe(true);
});

test("a name that is near no other is not guessed", async () => {
  const [answer] = await answersTo("ssh mars", "mars");
  expect(answer?.command).toBeUndefined();
  expect(answer?.explanation).toContain("no Host of ~/.ssh/config");
});

test("other failures are not about these names", () => {
  expect(isOfOwnHosts("ssh staging", "ssh: connect to host staging port 22: refused")).toBe(false);
  expect(isOfOwnHosts("git push", said("github.com"))).toBe(false);
});
