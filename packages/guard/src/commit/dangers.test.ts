import { expect, test } from "vitest";
import type { DiskEntry } from "../disk/disk-entry.ts";
import { rawPath } from "../disk/raw-path.ts";
import type { Change } from "./change.ts";
import { type DangerContext, dangersOf, MANY_DELETIONS } from "./dangers.ts";

const TREE = "/srv/project";

const FILE: DiskEntry = {
  type: "file",
  mode: 0o644,
  uid: 7,
  gid: 7,
  size: 1n,
  mtimeNs: 0n,
  ctimeNs: 0n,
  ino: 1n,
  dev: 1n,
  links: 1,
  target: null,
};

const CONTEXT: DangerContext = {
  workingTree: rawPath(TREE),
  programDirectories: [rawPath("/usr/local/bin"), rawPath(`${TREE}/tools`)],
  hookDirectories: [rawPath(`${TREE}/scripts/git`), rawPath(`${TREE}/.git/hooks`)],
  filesOfGit: new Set([rawPath(`${TREE}/ci/filter.sh`)]),
  gitDirectories: [rawPath(`${TREE}/.git`), rawPath(`${TREE}/history`)],
  home: rawPath("/homes/me"),
  areCapabilitiesUnknown: false,
  removedInAll: 0,
  hasNewScripts: ({ path }) => path.endsWith("/package.json"),
  isScriptAlready: ({ path }) => path.endsWith("/deploy"),
};

function change(path: string, more: Partial<Change> = {}): Change {
  return {
    kind: "add",
    path: rawPath(path.startsWith("/") ? path : `${TREE}/${path}`),
    source: rawPath("/layer/x"),
    before: null,
    after: FILE,
    parentIno: 1n,
    linkTo: null,
    removed: 0,
    attributes: {},
    attributesBefore: {},
    ...more,
  };
}

const codes = (one: Change, context: Partial<DangerContext> = {}) =>
  dangersOf(one, { ...CONTEXT, ...context }).map(({ code }) => code);

test.each([
  ["src/main.c"],
  ["README.md"],
  ["node_modules/left-pad/index.js"],
  [".gitignore"],
  ["bashrc.md"],
  ["docs/ssh/intro.md"],
  ["node_modules/native/binding.gyp"],
  ["node_modules/native/.github/workflows/ci.yml"],
  [".env.example"],
  ["Makefile"],
  ["scripts/deploy"],
  ["große Datei.txt"],
  ["target/debug/app"],
  ["library/x.c"],
  ["etc/passwd.txt"],
])("%s is harmless", (path) => {
  expect(codes(change(path))).toEqual([]);
});

test.each<{ what: string; path: string; more: Partial<Change>; codes: string[] }>([
  {
    what: "the working tree deleted",
    path: TREE,
    more: { kind: "delete", after: null, removed: 4 },
    codes: ["working_tree_itself"],
  },
  {
    what: "the working tree replaced",
    path: TREE,
    more: { kind: "replace", removed: 4 },
    codes: ["working_tree_itself"],
  },
  { what: "its own mode", path: TREE, more: { kind: "meta" }, codes: [] },
  {
    what: "the whole history deleted",
    path: ".git",
    more: { kind: "delete", after: null, removed: 30 },
    codes: ["history"],
  },
])("$what: $codes", ({ path, more, codes: expected }) => {
  expect(codes(change(path, more))).toEqual(expect.arrayContaining(expected));
  if (expected.length === 0) expect(codes(change(path, more))).toEqual([]);
});

test.each([
  [".bashrc", "shell_start_file"],
  ["a/.profile", "shell_start_file"],
  [".zshenv", "shell_start_file"],
  [".envrc", "shell_start_file"],
  [".config/fish/config.fish", "shell_start_file"],
  [".ssh/authorized_keys", "ssh"],
  ["sub/.ssh/config", "ssh"],
  ["var/spool/cron/crontabs/me", "scheduled"],
  [".config/systemd/user/x.service", "started_by_system"],
  ["lib/systemd/system/x.service", "started_by_system"],
  [".config/autostart/x.desktop", "started_by_system"],
  [".git/hooks/pre-commit", "git_hook"],
  [".git/hooks/pre-commit.sample", "git_data"],
  [".git/objects/ab/cdef", "git_data"],
  [".git/HEAD", "git_data"],
  [".git/index", "git_data"],
  [".git/refs/heads/main", "git_data"],
  [".git/packed-refs", "git_data"],
  [".git/logs/HEAD", "git_data"],
  [".git/modules/sub/objects/ab/cdef", "git_data"],
  [".git/info/exclude", "git_data"],
  [".git/objects/info/alternates", "git_config"],
  ["history/refs/heads/main", "git_data"],
  ["history/hooks/pre-push", "git_hook"],
  ["history/config", "git_config"],
  ["bare.git/objects/ab/cdef", "git_data"],
  ["bare.git/hooks/update", "git_hook"],
  [".git/config", "git_config"],
  [".gitattributes", "git_config"],
  [".gitmodules", "git_config"],
  ["sub/.git", "git_config"],
  [".git/commondir", "git_config"],
  [".git/worktrees/x/gitdir", "git_config"],
  [".git/modules/sub/config", "git_config"],
  [".git/modules/objects/config", "git_config"],
  [".git/info/attributes", "git_config"],
  [".git/rebase-merge/git-rebase-todo", "git_config"],
  ["innocent/HEAD", "git_config"],
  ["bare.git/config", "git_config"],
  [".githooks/pre-push", "git_hook"],
  ["scripts/git/pre-push", "git_hook"],
  ["ci/filter.sh", "git_config"],
  [".pre-commit-config.yaml", "git_hook"],
  ["lefthook.yml", "git_hook"],
  [".pnpmfile.cjs", "program_settings"],
  ["binding.gyp", "program_settings"],
  [".yarn/releases/yarn.cjs", "program_settings"],
  ["rust-toolchain.toml", "program_settings"],
  [".pdbrc", "program_settings"],
  [".nvim.lua", "program_settings"],
  [".hg/hgrc", "program_settings"],
  [".vscode/mcp.json", "program_settings"],
  ["a.code-workspace", "program_settings"],
  [".claude/settings.json", "program_settings"],
  [".mcp.json", "program_settings"],
  [".circleci/config.yml", "program_settings"],
  [".venv/bin/activate", "program_settings"],
  ["env/bin/python3", "program_settings"],
  ["hie.yaml", "program_settings"],
  ["rust-analyzer.toml", "program_settings"],
  ["rust-project.json", "program_settings"],
  ["build.zig", "program_settings"],
  ["config.nims", "program_settings"],
  ["startup.m", "program_settings"],
  ["omnisharp.json", "program_settings"],
  ["pnpm-workspace.yaml", "program_settings"],
  ["vite.config.ts", "program_settings"],
  ["playwright.config.ts", "program_settings"],
  ["babel.config.js", "program_settings"],
  ["cspell.config.mjs", "program_settings"],
  ["phpstan.neon.dist", "program_settings"],
  ["psalm.xml", "program_settings"],
  ["skills/x/SKILL.md", "program_settings"],
  ["docs/a.instructions.md", "program_settings"],
  [".babelrc", "unknown_kind"],
  [".rspec", "unknown_kind"],
  [".nycrc", "unknown_kind"],
  [".coveragerc", "unknown_kind"],
  ["tools/ls", "program_directory"],
  ["package.json", "package_scripts"],
  [".npmrc", "program_settings"],
  [".vscode/tasks.json", "program_settings"],
  [".github/workflows/ci.yml", "program_settings"],
  ["lib/python/site-packages/x.pth", "program_settings"],
])("%s is asked for: %s", (path, code) => {
  expect(codes(change(path))).toEqual([code]);
});

test.each([
  ["/etc/cron.d/x", "scheduled"],
  ["/etc/crontab", "scheduled"],
  ["/etc/ld.so.preload", "loader"],
  ["/usr/lib/x86_64-linux-gnu/libc.so.6", "loader"],
  ["/lib/x.so", "loader"],
  ["/etc/sudoers.d/me", "privileges"],
  ["/etc/pam.d/sshd", "privileges"],
  ["/etc/passwd", "privileges"],
  ["/etc/hosts", "privileges"],
  ["/etc/ssh/sshd_config", "ssh"],
  ["/etc/profile.d/x.sh", "shell_start_file"],
  ["/etc/init.d/x", "started_by_system"],
  ["/usr/local/bin/ls", "program_directory"],
])("%s is asked for twice: it is outside, and %s", (path, code) => {
  expect(codes(change(path)).sort()).toEqual([code, "outside_working_tree"].sort());
});

const link = (target: string) =>
  ({ after: { ...FILE, type: "symlink", mode: 0o777, target: rawPath(target) } }) as const;

test.each<{ when: string; one: Change; code: string | null }>([
  {
    when: "a set-user-id file",
    one: change("x.c", { after: { ...FILE, mode: 0o4755 } }),
    code: "set_user_id",
  },
  {
    when: "a set-group-id file",
    one: change("x.c", { after: { ...FILE, mode: 0o2755 } }),
    code: "set_user_id",
  },
  {
    when: "a directory that hands its group on",
    one: change("x.c", { after: { ...FILE, type: "directory", mode: 0o2755 } }),
    code: null,
  },
  {
    when: "file capabilities",
    one: change("x.c", { attributes: { "security.capability": "0x01" } }),
    code: "file_capabilities",
  },
  { when: "a link within the tree", one: change("a/l.txt", link("../b")), code: null },
  { when: "a link to nowhere within the tree", one: change("l.txt", link("none")), code: null },
  { when: "an absolute link within", one: change("l.txt", link(`${TREE}/b`)), code: null },
  {
    when: "a link out of the tree",
    one: change("l.txt", link("../../etc/passwd")),
    code: "link_leaves_tree",
  },
  {
    when: "an absolute link outside",
    one: change("l.txt", link("/etc")),
    code: "link_leaves_tree",
  },
  {
    when: "a link to a tree of a similar name",
    one: change("l.txt", link(`${TREE}-2/x`)),
    code: "link_leaves_tree",
  },
  { when: "a line break in a name", one: change("a\nb"), code: "odd_name" },
  { when: "text that runs backwards", one: change("a\u202egpj.exe"), code: "odd_name" },
  { when: "a space at the end", one: change("a "), code: "odd_name" },
  {
    when: "a file for all to write",
    one: change("x.c", { after: { ...FILE, mode: 0o666 } }),
    code: "world_writable",
  },
  {
    when: "a file that was for all to write already",
    one: change("x.c", {
      kind: "modify",
      before: { ...FILE, mode: 0o666 },
      after: { ...FILE, mode: 0o666 },
    }),
    code: null,
  },
  {
    when: "another owner",
    one: change("x.c", { kind: "meta", before: FILE, after: { ...FILE, uid: 0 } }),
    code: "owner_changes",
  },
  {
    when: "a file with other names",
    one: change("x.c", { kind: "modify", before: { ...FILE, links: 2 } }),
    code: "shared_file",
  },
  {
    when: "a hard link within",
    one: change("x.c", { kind: "link", linkTo: rawPath(`${TREE}/a`) }),
    code: null,
  },
  {
    when: "a hard link to the outside",
    one: change("x.c", { kind: "link", linkTo: rawPath("/srv/other") }),
    code: "hard_link_outside",
  },
])("$when: $code", ({ one, code }) => {
  expect(codes(one)).toEqual(code === null ? [] : [code]);
});

test.each([
  [MANY_DELETIONS, []],
  [MANY_DELETIONS + 1, ["many_deletions"]],
])("one of %i deletions: %j", (removedInAll, expected) => {
  const gone = change("x.c", { kind: "delete", before: FILE, after: null, removed: 1 });
  expect(codes(gone, { removedInAll })).toEqual(expected);
});

test("a name that is not text is odd", () => {
  const one = { ...change("x.c"), path: `${TREE}/a\xff` as Change["path"] };
  expect(codes(one)).toEqual(["odd_name"]);
});

test.each([
  ["notes", true],
  ["Sometoolfile", true],
  ["a.unheardof", true],
  [".sometoolrc", true],
  [".sometool/plain.txt", true],
  ["deep/.sometool/plain.txt", true],
  ["notes.txt", false],
])("a new %s is of no known kind: %s", (path, isAsked) => {
  expect(codes(change(path))).toEqual(isAsked ? ["unknown_kind"] : []);
  expect(codes(change(path, link("notes.txt")))).toEqual(isAsked ? ["unknown_kind"] : []);
  for (const more of [
    { kind: "delete", before: FILE, after: null },
    { kind: "meta", before: FILE },
    { kind: "modify", before: link("a.txt").after, ...link("b.txt") },
  ] as const) {
    expect(codes(change(path, more)), "nothing new would be read").toEqual([]);
  }
});

test("deleting a sensitive file is asked for as well", () => {
  const gone = change(".ssh/known_hosts", {
    kind: "delete",
    before: FILE,
    after: null,
    removed: 1,
  });
  expect(codes(gone)).toEqual(["ssh"]);
});

test.each([
  [".git/hooks", "../ordinary", "git_hook"],
  [".git/info", "../ordinary", "git_data"],
  [".git/modules", "../ordinary", "git_config"],
  [".husky", "ordinary", "git_hook"],
  [".vscode", "ordinary", "program_settings"],
  [".github", "ordinary", "program_settings"],
  [".cargo", "ordinary", "program_settings"],
  ["tools", "ordinary", "program_directory"],
  ["scripts", "ordinary", "git_hook"],
])("%s as a link to %s is asked for: names of that place would lie elsewhere", (path, to, code) => {
  expect(codes(change(path, link(to)))).toContain(code);
  const before = link("before").after;
  expect(codes(change(path, { kind: "modify", before, ...link(to) }))).toContain(code);
});

test.each([
  ["a/b/up/../../../../etc/cron.d", true],
  ["a/../b", true],
  ["../b", false],
  ["b/c", false],
  ["./b", false],
])("a link to %s, which a link on the way could lead out of the tree: %s", (target, isAsked) => {
  expect(codes(change("x/y.c", link(target)))).toEqual(isAsked ? ["link_leaves_tree"] : []);
});

test.each([
  [".config/kitty/kitty.conf", true],
  [".anything", true],
  [".cache/x", false],
  ["project/notes.txt", false],
])("where the home is the working tree, %s is asked for: %s", (path, isAsked) => {
  expect(codes(change(path), { home: rawPath(TREE) })).toEqual(isAsked ? ["program_settings"] : []);
});

test("an access list that a command wrote is asked for", () => {
  const attributes = { "system.posix_acl_access": "0x02" };
  expect(codes(change("x.c", { attributes }))).toEqual(["access_list"]);
  expect(codes(change("x.c", { attributes, attributesBefore: attributes }))).toEqual([]);
});

test("where capabilities cannot be read, every program is asked for", () => {
  const after = { ...FILE, mode: 0o755 };
  expect(codes(change("x.c", { after }), { areCapabilitiesUnknown: true })).toEqual([
    "file_capabilities",
  ]);
  expect(codes(change("x.c"), { areCapabilitiesUnknown: true })).toEqual([]);
});
