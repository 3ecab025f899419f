/** A wire to a port that a test cuts, mends, and makes one-way. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";

export class Switch implements AsyncDisposable {
  readonly url: string;
  /** Bytes that a muted server has sent. */
  swallowed = 0;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  #is: "on" | "mute" | "cut" = "on";

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on("connection", (near) => {
      if (this.#is === "cut") return void near.destroy();
      const far = connect(port, "127.0.0.1");
      for (const socket of [near, far]) {
        this.#open.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => {
          this.#open.delete(socket);
          near.destroy();
          far.destroy();
        });
      }
      near.pipe(far);
      far.on("data", (data) => {
        if (this.#is === "mute") this.swallowed += data.length;
        else near.write(data);
      });
    });
  }

  static async to(port: number): Promise<Switch> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new Switch(server, port);
  }

  /** Ends what is open and lets nothing through. */
  cut(): void {
    this.#is = "cut";
    for (const socket of this.#open) socket.destroy();
  }

  /** Nothing comes back from the port. */
  mute(): void {
    this.#is = "mute";
  }

  mend(): void {
    this.#is = "on";
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
