/** A door for tests: plain answers, and WebSockets that send back what they get. */
import type { Door, Mount } from "../mount.ts";
import { WebSockets, type WebSocketsNeeds } from "../web-sockets.ts";
import { plainMount, text } from "./plain-mount.ts";

export class EchoDoor implements Door {
  readonly sockets: WebSockets;
  readonly mounts: readonly Mount[];
  /** The addresses of the clients that were let in. */
  readonly addresses: (string | null)[] = [];
  readonly #graceMs: number;

  constructor(prefix: string, needs: Partial<WebSocketsNeeds> = {}, graceMs = 1_000) {
    this.#graceMs = graceMs;
    this.sockets = new WebSockets({ messageBytes: 64 * 1024, bufferBytes: 256 * 1024, ...needs });
    this.mounts = [
      {
        ...plainMount(prefix, async () => text(200, "echo")),
        upgrade: (request, upgrade) => {
          this.addresses.push(request.address);
          this.sockets.accept(upgrade, (client) => {
            client.on("message", (data: Buffer, isBinary) => {
              this.sockets.send(client, isBinary ? data : data.toString());
            });
          });
        },
      },
    ];
  }

  close(): Promise<void> {
    return this.sockets.close(this.#graceMs);
  }
}
