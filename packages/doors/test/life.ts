/** The two sides of a contract, as fix/2 clients act. */
import type { JsonObject, Phase } from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { Client, type Generation, type Prepared, type Reply } from "./client.ts";
import { type DoorUnderTest, document } from "./door-under-test.ts";

export class Life {
  readonly under: DoorUnderTest;
  readonly principal: Client;
  readonly agent: Client;
  /** Every accepted request, with its answer. */
  readonly sent: { readonly by: Client; readonly prepared: Prepared; readonly reply: Reply }[] = [];
  id = "";

  constructor(under: DoorUnderTest, generation: Generation) {
    this.under = under;
    this.principal = new Client(under, generateSigner(), generation);
    this.agent = new Client(under, generateSigner(), generation);
  }

  /** A contract whose agent has accepted. */
  static async working(
    under: DoorUnderTest,
    generation: Generation = "requests only",
    changes: JsonObject = {},
  ): Promise<Life> {
    const life = new Life(under, generation);
    await life.post(changes);
    await life.bond();
    await life.accept();
    return life;
  }

  /** Waits until the contract is in this phase: a held request is recorded before it is answered. */
  async reached(phase: Phase): Promise<void> {
    const { market } = this.under;
    const found = await market.find(this.id);
    if (found === null) throw new Error(`${this.id} was never posted`);
    const { signal } = new AbortController();
    await market.until(found.state.id, ({ state }) => state.phase === phase, signal);
  }

  async post(changes: JsonObject = {}): Promise<Reply> {
    const reply = await this.send(
      this.principal,
      this.principal.post(document(this.under, changes)),
    );
    this.id = reply.json.contract_id;
    return reply;
  }

  bond(agent: Client = this.agent): Promise<Reply> {
    return this.#agent("bond", {}, "bond", { agent_pubkey: agent.signer.party }, agent);
  }

  accept(agent: Client = this.agent): Promise<Reply> {
    return this.#agent("accept", {}, "accept", { agent_pubkey: agent.signer.party }, agent);
  }

  decline(reason: string): Promise<Reply> {
    return this.#agent("decline", { reason }, "decline", { reason });
  }

  investigate(command: string): Promise<Reply> {
    return this.#agent("investigate", { command }, "investigate", { command, from: "agent" });
  }

  result(command: string, output: string): Promise<Reply> {
    const said = { command, output };
    return this.#principal("result", said, "result", { ...said, from: "principal" });
  }

  fix(fix: string): Promise<Reply> {
    const said = { fix, explanation: "try" };
    return this.#agent("fix", said, "fix", { ...said, from: "agent" });
  }

  verify(success: boolean): Promise<Reply> {
    const said = { success, explanation: "ran it" };
    return this.#principal("verify", said, "verify", { ...said, from: "principal" });
  }

  review(action: "accept" | "reject" | "dispute", argument = ""): Promise<Reply> {
    const type = { accept: "review_accept", reject: "review_reject", dispute: "dispute_filed" };
    const data: JsonObject = action === "dispute" ? { argument, side: "principal" } : {};
    return this.#principal("review", { action, argument }, type[action], data);
  }

  halt(reason: string): Promise<Reply> {
    return this.#principal("halt", { reason }, "halt", { reason, from: "principal" });
  }

  async talk(by: Client, word: string, said: JsonObject, type: string, data: JsonObject) {
    const body = { ...said, pubkey: by.signer.party };
    return this.send(by, await by.prepare(this.id, word, body, { type, data }));
  }

  chat(by: Client, type: "ask" | "answer" | "message", message: string): Promise<Reply> {
    const from = by === this.principal ? "principal" : "agent";
    const said = { message, from_side: from, msg_type: type };
    return this.talk(by, "chat", said, type, { message, from });
  }

  dispute(by: Client, argument: string): Promise<Reply> {
    const said = { argument, side: by === this.principal ? "principal" : "agent" };
    return this.talk(by, "dispute", said, "dispute_filed", said);
  }

  respond(by: Client, argument: string): Promise<Reply> {
    const said = { argument, side: by === this.principal ? "principal" : "agent" };
    return this.talk(by, "respond", said, "dispute_response", said);
  }

  async send(by: Client, prepared: Prepared): Promise<Reply> {
    const reply = await by.send(prepared);
    if (reply.status === 200) this.sent.push({ by, prepared, reply });
    return reply;
  }

  async #principal(word: string, said: JsonObject, type: string, data: JsonObject) {
    const by = this.principal;
    const body = { ...said, principal_pubkey: by.signer.party };
    return this.send(by, await by.prepare(this.id, word, body, { type, data }));
  }

  async #agent(word: string, said: JsonObject, type: string, data: JsonObject, by = this.agent) {
    const body = { ...said, agent_pubkey: by.signer.party };
    return this.send(by, await by.prepare(this.id, word, body, { type, data }));
  }
}
