/** A home with a key and an embedded market of its own, an agent beside it, and commands run in it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { contractDocument } from "@bazaar/client";
import type { Acted, ActName, Answered, Connection, Contract } from "@bazaar/doors/connection";
import { connect } from "@bazaar/doors/http/connect";
import type { JsonObject, Result, Signer } from "@bazaar/kernel";
import { ed25519Verifier, generateSigner } from "@bazaar/keys";
import { openKeyFile } from "@bazaar/keys/key-file";
import { openEmbedded } from "@bazaar/server/embedded";
import { BadInput, type Command } from "@bazaar/terminal";
import { vi } from "vitest";
import { type FixHome, fixHome } from "../src/home.ts";

export interface Ran {
  readonly out: string;
  readonly err: string;
  readonly code: number;
}

export class TestMarket implements AsyncDisposable {
  readonly home: string;
  readonly own: FixHome;
  readonly person: Connection;
  readonly agent: Connection;
  readonly #fetch: (request: Request) => Promise<Response>;
  readonly #close: () => Promise<void>;

  /** The variables say which court sits: without any, one that rules at once by recorded facts. */
  static async open(variables: Readonly<Record<string, string>> = {}): Promise<TestMarket> {
    const home = mkdtempSync(join(tmpdir(), "fix-contracts-"));
    const own = fixHome(home);
    const { agentKey, knownFixes, market, sessions } = own;
    const files = { ...market, agentKey, knownFixes, sessions };
    const server = await openEmbedded(files, variables);
    for (const [name, value] of Object.entries({ ...variables, HOME: home }))
      vi.stubEnv(name, value);
    return new TestMarket(home, own, server);
  }

  constructor(
    home: string,
    own: FixHome,
    server: { fetch(request: Request): Promise<Response>; close(): Promise<void> },
  ) {
    this.home = home;
    this.own = own;
    this.#fetch = server.fetch;
    this.#close = server.close;
    this.person = this.connectAs(openKeyFile(own.key).signer);
    this.agent = this.connectAs(generateSigner());
  }

  connectAs(signer: Signer): Connection {
    const verify = ed25519Verifier();
    return connect({ url: "http://market.invalid", signer, verify, fetch: this.#fetch });
  }

  /** A contract on a failed command, posted by the user unless by another. */
  async post(command: string, by: Connection = this.person): Promise<Contract> {
    const info = given(await by.platformInfo());
    const failure = { command, directory: this.home, exitCode: 2, output: "it failed\n" };
    const document = contractDocument(
      failure,
      {
        mode: "supervised",
        bounty: { amount: "0.5", currency: "XNO", chain: "nano" },
        judge: info.judge,
        capabilities: { sudo: false, network: null },
        checks: [{ method: "exit_code", expected: 0 }],
        maxAttempts: 5,
        secondsBetweenLooks: 0,
        timeoutSeconds: 300,
      },
      {},
      (text) => text,
    );
    return given(await by.post(document)).contract;
  }

  /** The agent takes it on, with a word on the way if it has one. */
  async taken(contract: Contract): Promise<Contract> {
    return this.act(await this.act(contract, this.agent, "bond"), this.agent, "accept");
  }

  async act(
    seen: Contract,
    by: Connection,
    act: ActName,
    data: JsonObject = {},
  ): Promise<Contract> {
    return given<Acted>(await by.act(seen, act, data)).contract;
  }

  async reload({ id }: Contract): Promise<Contract> {
    return given(await this.person.contract(id));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#close();
    vi.unstubAllEnvs();
    rmSync(this.home, { recursive: true, force: true });
  }
}

/** Runs a command as the program would, and gives back what it printed and its exit code. */
export async function run(command: Command, ...words: readonly string[]): Promise<Ran> {
  const texts = { out: "", err: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((part) => {
      texts[name === "stdout" ? "out" : "err"] += String(part);
      return true;
    }),
  );
  process.exitCode = 0;
  try {
    await command.exitOverride().parseAsync([...words], { from: "user" });
    return { ...texts, code: process.exitCode };
  } catch (error) {
    if (!(error instanceof BadInput)) throw error;
    return { ...texts, err: `${texts.err}${error.message}`, code: 2 };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = undefined;
  }
}

export function given<T>(answer: Answered<T> | Result<T>): T {
  if (answer.ok) return answer.value;
  throw new Error(JSON.stringify(answer.refusal));
}
