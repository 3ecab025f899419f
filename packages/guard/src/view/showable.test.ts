import { execFileSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { isRoot, type TestUser, testUser } from "../../test/as-user.ts";

const ENTRY = new URL("../../test/showable.entry.ts", import.meta.url);
const MAKE_PIPE = "mkfifo";
const KEY = `-----BEGIN PRIVATE KEY-----\n${"A".repeat(64)}\n`;
const NEVER = /^keys, passwords or histories are kept there, which are never shown$/;
const WIDE = /^that is too much: name what is needed in it$/;
const SERVICES = /^it belongs to the kernel or to running services$/;
const MADE_UP = /^it names people or machines: a made-up one is shown instead$/;
const OWN = /^fix keeps its own files there$/;

const PROBLEMS: readonly (readonly [name: string, problem: RegExp])[] = [
  ["missing", /^it does not exist$/],
  ["data/file/below", /^it does not exist$/],
  ["nul\0", /^it does not exist$/],
  [".ssh", NEVER],
  [".ssh/config", NEVER],
  ["to-keys", NEVER],
  ["data/.env", NEVER],
  ["data/terraform.tfstate", NEVER],
  [".bash_history", NEVER],
  ["data/auth.json", /^it holds a login$/],
  ["data/server.txt", /^it is a private key$/],
  ["data/pipe", /^it is a pipe, a socket or a device$/],
  ["", WIDE],
  ["..", WIDE],
  ["state", OWN],
  ["state/commits", OWN],
  [".fix", OWN],
  ["/", WIDE],
  ["/etc", WIDE],
  ["/root", WIDE],
  ["/var", WIDE],
  ["/proc/self", SERVICES],
  ["/proc/self/root/etc/passwd", MADE_UP],
  ["/etc/passwd", MADE_UP],
  [".gitconfig", MADE_UP],
  ["/sys/kernel", SERVICES],
  ["/dev/null", SERVICES],
  ["/run", SERVICES],
];

function plant({ home, uid, gid }: TestUser): void {
  for (const name of [".ssh", ".fix", "data", "state/commits"]) {
    mkdirSync(join(home, name), { recursive: true });
  }
  const texts = {
    ".ssh/config": "Host *\n",
    ".bash_history": "ls\n",
    ".gitconfig": "[user]\n",
    "data/file": "plain\n",
    "data/.env": "TOKEN=1\n",
    "data/terraform.tfstate": "{}\n",
    "data/auth.json": '{"token": "abc"}\n',
    "data/nuget.config": "<plain/>\n",
    "data/server.txt": KEY,
  };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(home, name), text);
  symlinkSync(join(home, ".ssh"), join(home, "to-keys"));
  symlinkSync(join(home, "data"), join(home, "to-data"));
  execFileSync(MAKE_PIPE, [join(home, "data/pipe")]);
  if (isRoot) execFileSync("chown", ["-R", `${uid}:${gid}`, home]);
}

describe.skipIf(!isRoot).each(["root", "user"] as const)("what %s can show (needs root)", (who) => {
  test("says why not, and the real path of what can be shown", async () => {
    await using user = await testUser(who);
    plant(user);
    const { home } = user;
    const closed = join(home, "data/closed");
    writeFileSync(closed, "of somebody else\n");
    chmodSync(closed, 0o600);
    chownSync(closed, 0, 0);
    const at = (name: string) => (name.startsWith("/") ? name : join(home, name));
    const names = [...PROBLEMS.map(([name]) => name), "to-data", "data/nuget.config", closed];
    const request = { paths: names.map(at), home, stateDirectory: join(home, "state") };
    const told = await user.run(ENTRY, [JSON.stringify(request)]);
    expect(told).toEqual([
      ...PROBLEMS.map(([, problem]) => ({ problem: expect.stringMatching(problem) })),
      { path: join(home, "data") },
      { path: join(home, "data/nuget.config") },
      who === "root" ? { path: closed } : { problem: "you cannot read it" },
    ]);
  });
});
