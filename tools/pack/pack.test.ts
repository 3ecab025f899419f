/** The package as a stranger gets it: installed without the network, far from this repository. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Person } from "../../apps/cli/test/person.ts";
import { type Packed, pack } from "./pack.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MAX_BYTES = 15e6;
const OTHER_UID = 1001;
const IS_ROOT = process.getuid?.() === 0;

let folder: string;
let packed: Packed;
/** Where it was installed. */
let place: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pack-test-"));
  chmodSync(folder, 0o755);
  packed = await pack(folder);
  place = join(folder, "empty");
  mkdirSync(place);
  const words = ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--silent"];
  const { status, stderr } = spawnSync("npm", [...words, packed.path], {
    cwd: place,
    env: { PATH: searchPath(), HOME: folder },
    encoding: "utf8",
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("the package", () => {
  test("is the same to the byte when another process packs it with other settings", () => {
    const again = join(folder, "again");
    mkdirSync(again);
    const script = `umask 077; exec '${process.execPath}' '${join(import.meta.dirname, "main.ts")}'`;
    const env = { PATH: searchPath(), HOME: again, TZ: "Asia/Tokyo", LC_ALL: "C" };
    const made = spawnSync("sh", ["-c", script], { cwd: again, env, encoding: "utf8" });
    expect(made.stdout).toContain("npm install -g ./");
    const bytes = readFileSync(join(again, basename(packed.path)));
    expect(bytes.equals(readFileSync(packed.path))).toBe(true);
  });

  test("is small, has no tests, maps or sources, and names no path of this machine", () => {
    expect(packed.packedBytes + packed.unpackedBytes).toBeLessThan(MAX_BYTES);
    expect(packed.files.filter((name) => /\.(?:map|ts)$|test|fixture/.test(name))).toEqual([]);
    for (const name of ["LICENSE", "README.md", "THIRD-PARTY-LICENSES", "man/fix.1"]) {
      expect(packed.files).toContain(name);
    }
    const named = packed.files.filter((name) => {
      const text = readFileSync(installed(name), "utf8");
      return [ROOT, folder, `${homedir()}/.`].some((path) => text.includes(path));
    });
    expect(named).toEqual([]);
  });

  test("brings two programs, no dependency and nothing that runs when it is installed", () => {
    expect(readdirSync(join(place, "node_modules", ".bin")).sort()).toEqual(["bazaar", "fix"]);
    expect(readdirSync(join(place, "node_modules", "@bazaar-market"))).toEqual(["fix"]);
    const manifest = JSON.parse(readFileSync(installed("package.json"), "utf8"));
    expect(Object.keys(manifest)).not.toContain("dependencies");
    expect(Object.keys(manifest)).not.toContain("scripts");
  });
});

test("fix and bazaar load nothing from outside the package", () => {
  const listing = join(folder, "loaded");
  const listen = join(folder, "listen.mjs");
  writeFileSync(
    listen,
    `import { registerHooks } from "node:module";
import { appendFileSync } from "node:fs";
registerHooks({ load: (url, context, next) => {
  appendFileSync(${JSON.stringify(listing)}, url + "\\n");
  return next(url, context);
} });`,
  );
  for (const [program, ...words] of [
    ["fix", "--help"],
    ["bazaar", "--help"],
    ["fix", "completion", "zsh"],
    ["fix", "init", "bash"],
  ] as const) {
    const bin = installed(`bin/${program}.mjs`);
    const { status, stdout } = spawnSync(process.execPath, ["--import", listen, bin, ...words], {
      cwd: folder,
      env: { PATH: searchPath(), HOME: folder },
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(stdout).not.toContain(ROOT);
  }
  const loaded = readFileSync(listing, "utf8").trim().split("\n");
  const foreign = loaded.filter((url) => !/^node:/.test(url) && !url.includes(installed("")));
  expect(foreign).toEqual([]);
});

const FILES = {
  "package.json": '{ "type": "module" }\n',
  "sum.js": "export const sum = (a, b) => a + b;\n",
  "test.mjs": 'import { sum } from "./sum";\nconsole.log(sum(1, 2));\n',
};

async function repairAndUndo(person: Person): Promise<void> {
  const fix = (...words: readonly string[]) => person.run([installed("bin/fix.mjs"), ...words]);
  expect(await fix("--", "false")).toMatchObject({ status: 1 });
  expect(await fix("--yes", "node", "test.mjs")).toMatchObject({ status: 0, out: "3\n" });
  expect(person.read("test.mjs")).toContain("./sum.js");
  expect(await fix("undo")).toMatchObject({ status: 0 });
  expect(person.read("test.mjs")).toBe(FILES["test.mjs"]);
  const tried = await fix("try", "--discard", "--", "touch new.txt");
  expect(tried.out + tried.err).toContain("new.txt");
}

test.skipIf(!hasProgram("bwrap"))("fix repairs, reverts and tries (needs bwrap)", async () => {
  using person = new Person(FILES);
  await repairAndUndo(person);
});

test.skipIf(!hasProgram("bwrap") || !IS_ROOT)(
  "fix repairs, reverts and tries for another user (needs bwrap, root)",
  async () => {
    using person = new Person(FILES, { uid: OTHER_UID });
    await repairAndUndo(person);
  },
);

test("bazaar serves a market with it", async () => {
  const words = [installed("bin/bazaar.mjs"), "serve", "--port", "0", "--no-agent"];
  const server = spawn(process.execPath, words, {
    cwd: folder,
    env: { PATH: searchPath(), HOME: folder },
  });
  const ended = once(server, "exit");
  const url = await new Promise<string>((resolve) => {
    let output = "";
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
        const [, found] = /listens on (http:\/\/\S+)/.exec(output) ?? [];
        if (found !== undefined) resolve(found);
      });
    }
  });
  const answer = await fetch(`${url}/health`);
  expect(answer.status).toBe(200);
  server.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

function installed(name: string): string {
  return join(place, "node_modules", "@bazaar-market", "fix", name);
}

/** The Node that runs the tests, and the system's programs. */
function searchPath(): string {
  return [dirname(process.execPath), process.env.PATH ?? ""].join(":");
}
