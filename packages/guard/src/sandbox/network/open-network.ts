/** What a sandbox with network has in addition. */
import { writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Bind } from "../../jail/jail-arguments.ts";
import { FORWARDER, FORWARDER_COMMAND, forwarderBinds, proxyEnvironment } from "./forwarder.ts";
import { AllowListProxy, type Outside } from "./proxy.ts";

/** `allow`: host names, or `*.` and a domain. Everything else stays unreachable. */
export type Network = "none" | { readonly allow: readonly string[] };

export interface OpenNetwork {
  readonly services: readonly Bind[];
  readonly before: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly resources: readonly AsyncDisposable[];
}

const SOCKET = "proxy.sock";
const NO_NETWORK: OpenNetwork = { services: [], before: [], environment: {}, resources: [] };

export async function openNetwork(
  network: Network,
  directory: string,
  outside?: Outside,
): Promise<OpenNetwork> {
  if (network === "none") return NO_NETWORK;
  const script = join(directory, "forward.mjs");
  writeFileSync(script, FORWARDER);
  // A socket's path has at most 107 bytes; through a descriptor any directory fits.
  await using handle = await open(directory, "r");
  const proxy = await AllowListProxy.listen(
    `/proc/self/fd/${handle.fd}/${SOCKET}`,
    network.allow,
    outside,
  );
  return {
    services: forwarderBinds({ script, socket: join(directory, SOCKET) }),
    before: FORWARDER_COMMAND,
    environment: proxyEnvironment(),
    resources: [proxy],
  };
}
