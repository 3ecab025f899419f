/**
 * The inner end of the proxy. Programs expect a proxy at an address and port, the sandbox has only
 * its own loopback, and the proxy listens on a unix socket: this small program connects the two and
 * runs the command as its child.
 */
import type { Bind } from "../../jail/jail-arguments.ts";

const PORT = 3128;
const NODE = "/run/fix/node";
const SCRIPT = "/run/fix/forward.mjs";
const SOCKET = "/run/fix/proxy.sock";

/** Runs inside, so it imports nothing but Node's own. */
export const FORWARDER = `
import { spawn } from "node:child_process";
import { createConnection, createServer } from "node:net";
import { constants } from "node:os";
const [file, ...args] = process.argv.slice(2);
const server = createServer((client) => {
  const proxy = createConnection(${JSON.stringify(SOCKET)});
  for (const [one, other] of [[client, proxy], [proxy, client]]) {
    one.on("error", () => other.destroy());
    one.pipe(other);
  }
});
server.listen(${PORT}, "127.0.0.1", () => {
  const child = spawn(file, args, { stdio: "inherit" });
  child.on("error", (error) => { console.error(error.message); process.exit(127); });
  child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
});
`;

export interface ForwardedFiles {
  readonly script: string;
  readonly socket: string;
}

export function forwarderBinds({ script, socket }: ForwardedFiles): readonly Bind[] {
  return [
    { from: process.execPath, to: NODE, isWritable: false },
    { from: script, to: SCRIPT, isWritable: false },
    { from: socket, to: SOCKET, isWritable: false },
  ];
}

/** Prefix of a command that has network. */
export const FORWARDER_COMMAND: readonly string[] = [NODE, SCRIPT];

/** Environment variables that programs read proxies from. */
export function proxyEnvironment(): Readonly<Record<string, string>> {
  const proxy = `http://127.0.0.1:${PORT}`;
  const local = "localhost,127.0.0.1,::1";
  return {
    http_proxy: proxy,
    https_proxy: proxy,
    HTTP_PROXY: proxy,
    HTTPS_PROXY: proxy,
    no_proxy: local,
    NO_PROXY: local,
    NODE_USE_ENV_PROXY: "1",
  };
}
