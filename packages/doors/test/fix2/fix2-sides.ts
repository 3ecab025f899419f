/** A principal and an agent of fix/2, with either generation of clients underneath. */
import type { Answer, RequestClient } from "./fix2-client.ts";
import type { PythonObject } from "./python-json.ts";

/** The commands that a principal's client runs for an agent. */
const WHITELIST = new Set(["cat", "ls", "grep", "which", "uname"]);

type Side = "principal" | "agent";

/** What both sides can do. */
class Fix2Side {
  readonly client: RequestClient;
  readonly side: Side;
  readonly contractId: string;

  constructor(client: RequestClient, side: Side, contractId: string) {
    this.client = client;
    this.side = side;
    this.contractId = contractId;
  }

  see(): Promise<Answer> {
    return this.client.contract(this.contractId);
  }

  read(word: string): Promise<Answer> {
    return this.client.get(`/contracts/${this.contractId}/${word}`);
  }

  chat(msg_type: "ask" | "answer" | "message", message: string): Promise<Answer> {
    const body = { message, from_side: this.side, msg_type, pubkey: this.client.key.id };
    return this.#act("chat", body, msg_type, { message, from: this.side });
  }

  dispute(argument: string): Promise<Answer> {
    return this.#argue("dispute", argument, "dispute_filed");
  }

  respond(argument: string): Promise<Answer> {
    return this.#argue("respond", argument, "dispute_response");
  }

  void(): Promise<Answer> {
    return this.client.act(this.contractId, "void", { pubkey: this.client.key.id }, null);
  }

  setAccount(account: string): Promise<Answer> {
    const body = { [`${this.side}_account`]: account, pubkey: this.client.key.id };
    return this.client.act(this.contractId, "accounts", body, null);
  }

  protected said(word: string, said: PythonObject, type = word): Promise<Answer> {
    const body = { ...said, [`${this.side}_pubkey`]: this.client.key.id };
    return this.#act(word, body, type, { ...said, from: this.side });
  }

  #argue(word: string, argument: string, type: string): Promise<Answer> {
    const said = { argument, side: this.side };
    return this.#act(word, { ...said, pubkey: this.client.key.id }, type, said);
  }

  #act(word: string, body: PythonObject, type: string, data: PythonObject): Promise<Answer> {
    return this.client.act(this.contractId, word, body, { type, data });
  }
}

export class Fix2Principal extends Fix2Side {
  static async post(client: RequestClient, contract: PythonObject): Promise<Fix2Principal> {
    const body = { contract, principal_pubkey: client.key.id };
    const { contract_id } = await client.post("/contracts", body);
    return new Fix2Principal(client, "principal", contract_id);
  }

  /** Answers every open question of the agent, and says so of those that it does not allow. */
  async answerLooks(machine: (command: string) => string): Promise<void> {
    const { transcript } = await this.see();
    const entries: PythonObject[] = transcript;
    const answers = entries.filter(({ type }) => type === "result");
    const asked = entries.filter(({ type }) => type === "investigate").slice(answers.length);
    for (const { data } of asked) {
      const command = String((data as PythonObject).command);
      const isAllowed = WHITELIST.has(command.split(" ", 1)[0] ?? "");
      const output = isAllowed ? machine(command) : `[BLOCKED] ${command}`;
      await this.said("result", { command, output });
    }
  }

  verify(success: boolean, explanation: string): Promise<Answer> {
    return this.said("verify", { success, explanation });
  }

  halt(reason: string): Promise<Answer> {
    return this.said("halt", { reason });
  }

  review(action: "accept" | "dispute", argument = ""): Promise<Answer> {
    const principal_pubkey = this.client.key.id;
    const signed =
      action === "accept"
        ? { type: "review_accept", data: {} }
        : { type: "dispute_filed", data: { argument, side: "principal" } };
    const body = { action, argument, principal_pubkey };
    return this.client.act(this.contractId, "review", body, signed);
  }
}

export class Fix2Agent extends Fix2Side {
  /** Reads the contract, which its client may verify, and takes the seat. */
  static async bond(client: RequestClient, contractId: string): Promise<Fix2Agent> {
    const agent = new Fix2Agent(client, "agent", contractId);
    await agent.see();
    await agent.#named("bond");
    return agent;
  }

  accept(): Promise<Answer> {
    return this.#named("accept");
  }

  decline(reason: string): Promise<Answer> {
    const body = { agent_pubkey: this.client.key.id, reason };
    return this.client.act(this.contractId, "decline", body, { type: "decline", data: { reason } });
  }

  look(command: string): Promise<Answer> {
    return this.said("investigate", { command });
  }

  /** What the principal answered: the fields of a result are read beside it. */
  async seen(command: string): Promise<string | null> {
    const { transcript } = await this.see();
    const found = transcript.findLast(
      (entry: PythonObject) => entry.type === "result" && entry.command === command,
    );
    return found === undefined ? null : String(found.output);
  }

  fix(fix: string, explanation: string): Promise<Answer> {
    return this.said("fix", { fix, explanation });
  }

  #named(word: string): Promise<Answer> {
    const data = { agent_pubkey: this.client.key.id };
    return this.client.act(this.contractId, word, data, { type: word, data });
  }
}
