import { once } from "node:events";
import { createServer } from "node:net";
import { BadInput } from "@bazaar/terminal";

interface Address {
  readonly host: string;
  readonly port: number;
}

const MAIN_PORT = "--port";

/**
 * Tried before the store is opened: a server that cannot start leaves nothing behind.
 * @throws BadInput
 */
export async function assertPortFree(address: Address, setting = MAIN_PORT): Promise<void> {
  const probe = createServer();
  probe.listen(address.port, address.host);
  try {
    await once(probe, "listening");
  } catch (error) {
    throw cannotListen(address, error, setting);
  }
  probe.close();
  await once(probe, "close");
}

/** `setting` is what chooses the port. */
export function cannotListen(
  { host, port }: Address,
  error: unknown,
  setting = MAIN_PORT,
): BadInput {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return new BadInput(`cannot listen on ${host}:${port}: ${reasonOf(code, setting) ?? message}`);
}

function reasonOf(code: string, setting: string): string | null {
  switch (code) {
    case "EADDRINUSE":
      return `another program uses this port; choose another with ${setting}`;
    case "EACCES":
      return `this user may not use this port; choose one above 1023 with ${setting}`;
    case "EADDRNOTAVAIL":
      return "this machine does not have that address; see FIX_HOST";
    default:
      return null;
  }
}
