/** Transfers of files over a chat connection. */
import type { Delivery, Incoming, TransferPort } from "@bazaar/client/files";
import type { ChatAnswer, ChatClient } from "@bazaar/doors/chat/connect";

const DELIVERIES: ReadonlyMap<string, Delivery> = new Map([
  ["RATE_LIMITED", "rate_limited"],
  ["AGENT_NOT_FOUND", "absent"],
  ["offline", "offline"],
  // Sent, and perhaps taken: what is said again in a transfer changes nothing.
  ["unknown", "offline"],
  ["no_answer", "offline"],
]);

export class ChatTransferPort implements TransferPort {
  readonly #client: ChatClient;

  constructor(client: ChatClient) {
    this.#client = client;
  }

  async say(to: string, text: string): Promise<Delivery> {
    return deliveryOf(await this.#client.say({ to, content: text }));
  }

  async sendChunk(to: string, text: string): Promise<Delivery> {
    return deliveryOf(await this.#client.sendChunk(to, text));
  }

  listen(onIncoming: (incoming: Incoming) => void): Disposable {
    return this.#client.listen((event) => {
      if (event.type === "chunk") {
        onIncoming({ from: event.from, text: event.content, way: "chunk" });
      }
      if (event.type !== "message") return;
      const { from, to, content, isOwn } = event.message;
      if (!isOwn && !to.startsWith("#")) onIncoming({ from, text: content, way: "direct" });
    });
  }
}

function deliveryOf(answer: ChatAnswer<unknown>): Delivery {
  return answer.ok ? "sent" : (DELIVERIES.get(answer.problem.code) ?? "closed");
}
