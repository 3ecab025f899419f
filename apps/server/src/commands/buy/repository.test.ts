/** What is sent of repositories of every kind. */
import { execFileSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "@bazaar/kernel";
import { hasProgram } from "@bazaar/testkit/program";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readRepository } from "./repository.ts";
import type { StepLine } from "./tell-steps.ts";

let folder: string;
let told: { readonly words: string; readonly facts: JsonObject }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bazaar-repository-"));
  told = [];
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const git = (...args: readonly string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-C", folder, ...args], {
    encoding: "utf8",
    env: { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: "/dev/null" },
  }).trim();

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

function commit(): string {
  git("add", "-A");
  git("commit", "-q", "-m", "commit");
  return git("rev-parse", "HEAD");
}

const read = (directory = folder, denied: readonly string[] = []) => {
  const tell = ({ words, facts }: StepLine) => {
    told.push({ words: words ?? "", facts: facts ?? {} });
  };
  return readRepository({ tell }, directory, denied);
};

describe.skipIf(!hasProgram("git"))("a repository (needs git)", () => {
  beforeEach(() => {
    git("init", "-q", "-b", "main");
    write("a.txt", "a\n");
  });

  test("is sent as it was committed, whatever has changed since", async () => {
    const head = commit();
    const clean = await read();
    expect(clean.source).toBe(head);
    expect(told[0]?.words).toBe(`1 file of ${head.slice(0, 12)}`);
    write("a.txt", "b\n");
    write("new.txt", "new\n");
    expect((await read()).commit).toBe(clean.commit);
  });

  test("with a detached head, from a directory inside and bare is the same", async () => {
    mkdirSync(join(folder, "inside"));
    write("inside/b.txt", "b\n");
    commit();
    const { commit: sent } = await read();
    git("checkout", "-q", "--detach");
    expect((await read()).commit).toBe(sent);
    expect((await read(join(folder, "inside"))).commit).toBe(sent);
    git("clone", "-q", "--bare", ".", "bare.git");
    expect((await read(join(folder, "bare.git"))).commit).toBe(sent);
  });

  test("is sent without secrets, submodules and what is denied, and each is named", async () => {
    write(".env", "KEY=1\n");
    write("notes.md", "mine\n");
    git("add", "-A");
    git("update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},sub`);
    git("commit", "-q", "-m", "commit");
    await read(folder, ["notes.md"]);
    expect(told[0]?.words.replace(/[0-9a-f]{12}/, "COMMIT")).toBe(
      "1 file of COMMIT; not sent: .env (secret), notes.md (disallowed), sub (submodule)",
    );
    expect(told[0]?.facts.removed).toHaveLength(3);
  });

  test("is sent without files that hold a key, and with those that only sound like it", async () => {
    const { privateKey } = generateKeyPairSync("ed25519");
    const key = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    const secrets: Readonly<Record<string, string>> = {
      "app.keystore": "\u0001",
      "client.p12": "\u0001",
      "cluster.kubeconfig": "users: [{user: {token: abc}}]\n",
      id_backup: key,
      "office.ovpn": "client\n",
      "project-1234.json": JSON.stringify({ type: "service_account", private_key: key }),
      "prod.tfstate": "{}",
      "settings.txt": key,
      "wallet.dat": "\u0000",
    };
    const ordinary = {
      "example.ts": `const key = ${JSON.stringify(key)};\n`,
      id_map: "a 1\n",
      "keyboard.ts": "export const rows = 4;\n",
      "monkey.p12.md": "# Monkeys\n",
      "project.json": '{"type":"library"}\n',
    };
    for (const [name, text] of Object.entries({ ...secrets, ...ordinary })) write(name, text);
    commit();
    await read();
    const removed = told[0]?.facts.removed;
    const because = "secret";
    expect(removed).toEqual(
      Object.keys(secrets)
        .toSorted()
        .map((path) => ({ path, because })),
    );
  });

  test("with many files that are not sent names some of them", async () => {
    for (let n = 0; n < 22; n += 1) write(`.env.${n}`, "A=1\n");
    commit();
    await read();
    expect(told[0]?.words).toContain(" (secret), and 2 more");
  });

  test("is sent with its links and LFS pointers as they are, and no filter runs", async () => {
    symlinkSync("/etc/passwd", join(folder, "link"));
    write("big.bin", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n");
    commit();
    const { commit: plain } = await read();
    write(".gitattributes", "* filter=mine\n");
    git("config", "filter.mine.smudge", `touch ${join(folder, "ran")}`);
    git("config", "filter.mine.clean", `touch ${join(folder, "ran")}; cat`);
    const blob = git("hash-object", "-w", "--no-filters", ".gitattributes");
    git("update-index", "--add", "--cacheinfo", `100644,${blob},.gitattributes`);
    git("commit", "-q", "-m", "commit");
    rmSync(join(folder, "ran"), { force: true });
    const { bundle, commit: filtered } = await read();
    expect(filtered).not.toBe(plain);
    expect(bundle.length).toBeGreaterThan(0);
    expect(execFileSync("ls", [folder], { encoding: "utf8" })).not.toContain("ran");
  });

  test("without a commit, or without anything to send, is refused", async () => {
    await expect(read()).rejects.toThrow("is not a git repository with a commit");
    commit();
    await expect(read(folder, ["**"])).rejects.toThrow("Nothing is left");
  });
});
