import { once } from "node:events";
import { createServer } from "node:net";
import { BadInput } from "@bazaar/terminal";

interface Address {
  readonly host: string;
  readonly port: number;
}

/**
 * Tried before the store is opened: a server that cannot start leaves nothing behind.
 * @throws BadInput
 */
export async function assertPortFree(address: Address): Promise<void> {
  const probe = createServer();
  probe.listen(address.port, address.host);
  try {
    await once(probe, "listening");
  } catch (error) {
    throw cannotListen(address, error);
  }
  probe.close();
  await once(probe, "close");
}

export function cannotListen({ host, port }: Address, error: unknown): BadInput {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new BadInput(`cannot listen on ${host}:${port}: ${REASONS[code] ?? message}`);
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: "another program uses this port; choose another with --port",
  EACCES: "this user may not use this port; choose one above 1023 with --port",
  EADDRNOTAVAIL: "this machine does not have that address; see FIX_HOST",
};
