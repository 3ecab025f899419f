import { chmod, chown, copyFile, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasProgram } from "@bazaar/testkit/program";
import { sample } from "@bazaar/testkit/sample";
import { describe, expect, test } from "vitest";
import { isRoot, type TestUser, testUser } from "../../test/as-user.ts";

const ENTRY = new URL("./run-tools.entry.ts", import.meta.url);
const TIMEOUT_MS = 180_000;

interface Told {
  readonly text: string;
  readonly worksOutside: boolean;
  readonly problem: string | null;
}

/** What a person does with each toolchain, without the network. */
const USES = [
  { needs: "python3", text: "python3 -m venv --without-pip v && v/bin/python -c 'print(1)'" },
  { needs: "pip", text: "pip --version" },
  { needs: "gcc", text: "echo 'int main(){return 0;}' > a.c && gcc a.c -o a && ./a" },
  { needs: "cargo", text: "cargo init -q --vcs none --name t . && cargo build -q --offline" },
  { needs: "rustup", text: "rustc --version && rustup show active-toolchain" },
  { needs: "go", text: "go mod init x && echo 'package main\nfunc main(){}' > a.go && go build" },
  { needs: "npm", text: "npm init -y && npm ls && npx --version" },
  { needs: "javac", text: "echo 'class A{}' > A.java && javac A.java" },
  { needs: "ruby", text: "ruby -e 'puts 1' && gem list" },
  { needs: "make", text: "echo 'all:; true' > Makefile && make" },
  { needs: "cmake", text: "cmake --version" },
  { needs: "perl", text: "perl -MConfig -e 1" },
  { needs: "git", text: "git init -q . && git status" },
] as const;

describe.skipIf(!isRoot)("toolchains in the view (needs root)", () => {
  for (const { needs, text } of sample("tools of root", USES, 3)) {
    test.skipIf(!hasProgram(needs))(
      `${text.split("\n")[0]} works for root as it does outside (needs ${needs})`,
      { timeout: TIMEOUT_MS },
      async () => {
        await using root = await testUser("root");
        const args = [root.home, process.env.PATH ?? "", text];
        const [told] = await root.run<Told>(ENTRY, args);
        expect(told).toEqual({ text, worksOutside: told?.worksOutside, problem: null });
      },
    );
  }

  test("a user's tools in the home and in the project work", { timeout: TIMEOUT_MS }, async () => {
    await using user = await testUser("user");
    const tools = [
      ".cargo/bin",
      "go/bin",
      ".local/bin",
      ".pyenv/shims",
      ".rbenv/shims",
      ".bun/bin",
      ".deno/bin",
      ".volta/bin",
      ".sdkman/candidates/java/current/bin",
      ".asdf/shims",
    ].map((name, index) => ({ name: `tool-${index}`, at: join(user.home, name) }));
    for (const { name, at } of tools) {
      await put(user, join(at, name), `#!/bin/sh\necho ${name}\n`);
    }
    const node = join(user.home, ".nvm/versions/node/v0.0.0/bin");
    await put(user, join(node, "node"), process.execPath, "copy");
    const path = [node, ...tools.map(({ at }) => at), "/usr/bin", "/bin"].join(":");
    const commands = [
      ...tools.map(({ name }) => name),
      `test "$(command -v node)" = ${node}/node && node -e 'console.log(1)'`,
      ...(hasProgram("python3")
        ? ["/usr/bin/python3 -m venv --without-pip v && v/bin/python -c 'print(1)'"]
        : []),
      ...(hasProgram("gcc") ? ["echo 'int main(){return 0;}' > a.c && gcc a.c -o a && ./a"] : []),
    ];
    const told = await user.run<Told>(ENTRY, [join(user.home, "project"), path, ...commands]);
    expect(told.filter(({ problem }) => problem !== null)).toEqual([]);
    // Scripts and the copied Node need nothing else.
    expect(told.slice(0, tools.length + 1).filter(({ worksOutside }) => !worksOutside)).toEqual([]);
  });
});

/** A program of the user, with its directories. */
async function put(user: TestUser, path: string, what: string, how?: "copy"): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  if (how === "copy") await copyFile(what, path);
  else await writeFile(path, what);
  await chmod(path, 0o755);
  for (let at = path; at !== user.home; at = dirname(at)) await chown(at, user.uid, user.gid);
}
