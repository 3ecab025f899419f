/**
 * Listens on a socket and reads a pipe in each of several directories, tries to reach them from a
 * sandbox, a rehearsal, a look's jail and from outside, and says what was reached.
 */
import { execFileSync } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, readSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { investigate } from "../../src/investigate/investigate.ts";
import { SYSTEM_PATH } from "../../src/investigate/jail-request.ts";
import { INVESTIGATION_LIMITS, runReadOnly } from "../../src/investigate/run-read-only.ts";
import { openSandbox } from "../../src/sandbox/open-sandbox.ts";
import { explainRefusal } from "../../src/sandbox/refusal.ts";

const { home, directory, shows, directories } = JSON.parse(process.argv[2] ?? "{}") as {
  readonly home: string;
  readonly directory: string;
  readonly shows: readonly string[];
  readonly directories: readonly string[];
};
const MAKE_PIPE = "mkfifo";
const reached = new Set<string>();
const readers = new Map<string, number>();
for (const path of directories) {
  mkdirSync(path, { recursive: true });
  const [socket, pipe] = [join(path, "socket"), join(path, "pipe")];
  const server = createServer((connection) => {
    reached.add(socket);
    connection.on("error", () => undefined).end();
  });
  server.listen({ path: socket, writableAll: true });
  execFileSync(MAKE_PIPE, ["-m", "666", pipe]);
  readers.set(pipe, openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK));
}

const CONNECT = `for (const path of process.argv.slice(1)) require("net").connect(path)
  .on("error", () => 0).on("connect", function () { this.destroy(); });`;
const words = (name: string) => directories.map((path) => `'${join(path, name)}'`).join(" ");
const text = `'${process.execPath}' -e '${CONNECT}' ${words("socket")}
for each in ${words("pipe")}; do
  timeout 0.3 sh -c 'echo escaped > "$0"' "$each" 2>/dev/null &
done
wait`;

/** Everything that arrived since the last time. */
async function tell(through: string): Promise<void> {
  // Connections that are waiting are accepted first.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  for (const [pipe, reader] of readers) {
    if (readSync(reader, Buffer.alloc(64)) > 0) reached.add(pipe);
  }
  console.log(JSON.stringify({ through, reached: [...reached].sort() }));
  reached.clear();
}

execFileSync("/bin/bash", ["-c", text]);
await tell("no sandbox");
const opened = await openSandbox({ directory, home, shows, network: "none" });
if (!opened.ok) throw new Error(explainRefusal(opened.refusal));
{
  await using sandbox = opened.value;
  await sandbox.run({ text });
  await tell("a command");
  await sandbox.rehearse({ text });
  await tell("a rehearsal");
}
await runReadOnly({
  words: ["/bin/bash", "-c", text],
  directory,
  workingTree: directory,
  home,
  shows,
  searchPath: SYSTEM_PATH,
  limits: INVESTIGATION_LIMITS,
});
await tell("a look's jail");
for (const command of ["cat pipe", "grep x socket", "head -n 1 pipe", "wc -l socket"]) {
  const answer = await investigate({ command, directory, home, scrub: String });
  console.log(
    JSON.stringify({ through: command, refused: answer.ok ? null : answer.refusal.code }),
  );
}
for (const reader of readers.values()) closeSync(reader);
process.exit();
