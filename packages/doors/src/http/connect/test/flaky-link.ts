/** A TCP proxy to a server, whose connections can be cut. */
import { once } from "node:events";
import {
  type AddressInfo,
  createConnection,
  createServer,
  type Server,
  type Socket,
} from "node:net";

export class FlakyLink implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  connections = 0;
  /** Cuts the connection at every second response. */
  isLossy = false;
  #answers = 0;

  private constructor(port: number) {
    this.#server = createServer((near) => {
      this.connections += 1;
      const far = createConnection(port, "127.0.0.1");
      for (const socket of [near, far]) {
        this.#sockets.add(socket);
        socket.on("close", () => this.#sockets.delete(socket));
        // The other end was cut on purpose.
        socket.on("error", () => socket.destroy());
      }
      near.pipe(far);
      far.on("data", (bytes) => {
        this.#answers += 1;
        if (this.isLossy && this.#answers % 2 === 0) near.destroy();
        else near.write(bytes);
      });
      far.on("close", () => near.destroy());
    });
  }

  static async to(port: number): Promise<FlakyLink> {
    const link = new FlakyLink(port);
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    return link;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
