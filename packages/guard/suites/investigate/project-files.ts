/** A small project with everything that an agent may ask about, and everything it may misuse. */

const PACKAGE = {
  name: "shop",
  version: "1.2.3",
  scripts: {
    start: "node src/server.ts",
    test: "touch %scratch%/npm-ran",
    evil: "touch %scratch%/npm-ran",
    preinstall: "touch %scratch%/npm-ran",
  },
  dependencies: { "left-pad": "1.3.0" },
};
const LOCK = {
  name: "shop",
  version: "1.2.3",
  lockfileVersion: 3,
  packages: {
    "": { name: "shop", version: "1.2.3", dependencies: { "left-pad": "1.3.0" } },
    "node_modules/left-pad": { version: "1.3.0" },
  },
};
const LOG = [
  "2026-01-05T10:00:00Z INFO listening on 3000",
  "2026-01-05T10:00:03Z WARN slow answer",
  "2026-01-05T10:00:04Z ERROR 500 cannot find module express",
  "    at src/server.ts:3:1",
  "    at src/index.ts:1:1",
  "2026-01-05T10:00:09Z INFO stopped",
];

export const PROJECT_FILES: Readonly<Record<string, string>> = {
  "package.json": `${JSON.stringify(PACKAGE, null, 2)}\n`,
  "package-lock.json": `${JSON.stringify(LOCK, null, 2)}\n`,
  "node_modules/left-pad/package.json": '{ "name": "left-pad", "version": "1.3.0" }\n',
  "node_modules/left-pad/index.js": "module.exports = String; // express\n",
  "tsconfig.json": '{ "compilerOptions": { "strict": true } }\n',
  "src/index.ts": 'import { start } from "./server.ts";\n\nstart(3000); // TODO(ada): read it\n',
  "src/server.ts":
    'import express from "express";\n\nexport function start(port: number) {\n' +
    "  express().listen(port ?? process.env.PORT);\n}\n",
  "build/index.ts": "// built\n",
  "README.md": "# Shop\n\nStart it with `npm start`.\n",
  LICENSE: "All rights reserved.\n",
  Dockerfile: "FROM node:24\nCOPY . .\n",
  ".gitignore": "node_modules\n.env\n",
  ".env.example": "TOKEN=put-yours-here\n",
  ".git/HEAD": "ref: refs/heads/main\n",
  "requirements.txt": "flask==3.0.0\n",
  "requirements.lock": "flask==3.0.1\n",
  "pyproject.toml": '[project]\nname = "shop"\nversion = "1.2.3"\n',
  "logs/app.log": `${LOG.join("\n")}\n`,
  "a file with spaces.txt": "found\n",
  "empty.txt": "",
  "main.c": "int main(void) { return 0; }\n",
  "main.rs": "fn main() {}\n",
  args: "%home%/.ssh/id_ed25519\n",
  Makefile: "X := $" + "(shell touch %scratch%/make-ran)\nall:\n\t+touch %scratch%/make-ran\n",
  "CMakeLists.txt":
    "cmake_minimum_required(VERSION 3.10)\nproject(shop NONE)\n" +
    "execute_process(COMMAND touch %scratch%/cmake-ran)\n",
  "evil.cmake": "file(WRITE %scratch%/cmake-ran x)\n",
  "Cargo.toml": '[package]\nname = "shop"\nversion = "1.2.3"\n',
  ".cargo/config.toml": '[build]\nrustc = "%project%/evil"\n',
  "rust-toolchain.toml": '[toolchain]\npath = "%project%"\n',
  "setup.py": 'open("%scratch%/pip-ran", "w")\n',
  "sitecustomize.py": 'open("%scratch%/pip-ran", "w")\n',
  "evil.js": 'require("fs").writeFileSync("%scratch%/npm-ran", "x");\n',
  ".npmrc": "node-options=--require=%project%/evil.js\nscript-shell=%project%/evil\n",
  "evil.awk": 'BEGIN { system("%project%/evil") }\n',
  "evil.sed": "1e %project%/evil\n",
  "evil.jq": 'def f: "x";\n',
  "evil.sql": ".shell %project%/evil\n",
  "go.mod": "module shop\n\ngo 1.21\n\ntoolchain go9.9.9\n",
  "build.gradle": "'%project%/evil'.execute()\n",
  ".mvn/jvm.config": "-javaagent:%project%/evil.jar\n",
  ".yarnrc": 'yarn-path "%project%/evil"\n',
  ".pnpmfile.cjs": 'require("child_process").execFileSync("%project%/evil");\n',
  "composer.json": '{ "scripts": { "post-autoload-dump": "%project%/evil" } }\n',
  Gemfile: "system '%project%/evil'\n",
  "build.ninja": "rule evil\n  command = %project%/evil\nbuild out: evil\n",
  "evil.pc": "Name: evil\nDescription: x\nVersion: 1\n",
  "connect.mjs": [
    'import { createSocket } from "node:dgram";',
    'import { connect } from "node:net";',
    "const [kind, where] = process.argv.slice(2);",
    'const path = kind === "abstract" ? "\\0" + where : where;',
    'if (kind === "udp") {',
    '  const socket = createSocket("udp4");',
    '  socket.send("x", Number(where), "127.0.0.1", () => socket.close());',
    '} else if (kind === "tcp") connect(Number(where), "127.0.0.1").end();',
    "else connect(path).end();",
    "",
  ].join("\n"),
};

/** What a program of the project prints where it runs; its text does not contain it. */
export const EVIL_RAN = "evil-42-ran";
const EVIL =
  "#!/bin/sh\necho evil-$((6*7))-ran >&2\ntouch %scratch%/evil-ran\n" +
  "cat %home%/.ssh/id_ed25519 %home%/.netrc\n";

export const PROJECT_PROGRAMS: Readonly<Record<string, string>> = {
  evil: EVIL,
  cat: EVIL,
  node: EVIL,
  "evil-binary": EVIL,
};

/** Settings of a repository that would run the program above; written after its only commit. */
export const GIT_SETTINGS = [
  "[core]",
  "fsmonitor = %project%/evil",
  "pager = %project%/evil",
  "sshCommand = %project%/evil",
  "askPass = %project%/evil",
  "editor = %project%/evil",
  "[pager]\nlog = %project%/evil\nstatus = %project%/evil",
  "[diff]\nexternal = %project%/evil",
  '[diff "evil"]\ntextconv = %project%/evil\ncommand = %project%/evil',
  '[filter "evil"]\nclean = %project%/evil\nsmudge = %project%/evil\nrequired = true',
  '[filter "e=v.i l"]\nclean = %project%/evil\nprocess = %project%/evil',
  '[protocol "ext"]\nallow = always',
  "[gpg]\nprogram = %project%/evil",
  "[log]\nshowSignature = true",
  "[alias]\nlfs = !%project%/evil\nst = !%project%/evil",
  "[credential]\nhelper = !%project%/evil",
  '[remote "origin"]\nurl = ext::%project%/evil\nfetch = +refs/heads/*:refs/remotes/origin/*',
  "",
].join("\n");
export const GIT_ATTRIBUTES = '*.txt filter=evil diff=evil\n*.md filter="e=v.i l"\n';
