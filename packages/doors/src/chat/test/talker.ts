/** One client of a chat door, over a real WebSocket. */
import { once } from "node:events";
import { WebSocket } from "ws";

export type Heard = Readonly<Record<string, unknown>>;

export class Talker {
  readonly client: WebSocket;
  /** What has come and was not asked for yet. */
  readonly inbox: Heard[] = [];
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;

  constructor(url: string) {
    this.client = new WebSocket(url);
    this.client.on("error", () => undefined);
    this.client.on("message", (data) => this.inbox.push(JSON.parse(data.toString())));
    this.closed = once(this.client, "close").then(([code, reason]) => ({
      code,
      reason: reason.toString(),
    }));
  }

  get isOpen(): boolean {
    return this.client.readyState === WebSocket.OPEN;
  }

  send(message: unknown): void {
    this.raw(JSON.stringify(message));
  }

  raw(message: string | Buffer): void {
    if (this.isOpen) this.client.send(message);
  }

  /** Until the server has read everything sent so far, and what it sent before has come. */
  async settle(): Promise<void> {
    if (!this.isOpen) return;
    const answered = Promise.race([once(this.client, "pong"), this.closed]);
    this.client.ping();
    await answered;
  }

  take(): readonly Heard[] {
    return this.inbox.splice(0);
  }
}
