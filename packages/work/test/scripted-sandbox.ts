import { sha256Hex } from "@bazaar/kernel";
import type { Run, Sandbox, ShellCommand } from "../src/sandbox.ts";

/** Records what was run and rehearsed, and answers as the script says. */
export class ScriptedSandbox implements Sandbox {
  readonly ran: string[] = [];
  readonly commands: ShellCommand[] = [];
  readonly #script: (text: string) => Partial<Run>;

  constructor(script: (text: string) => Partial<Run>) {
    this.#script = script;
  }

  run(command: ShellCommand): Promise<Run> {
    return this.#answer("run", command);
  }

  rehearse(command: ShellCommand): Promise<Run> {
    return this.#answer("rehearse", command);
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  async #answer(how: "run" | "rehearse", command: ShellCommand): Promise<Run> {
    this.ran.push(`${how} ${command.text}`);
    this.commands.push(command);
    const said = this.#script(command.text);
    command.onOutput?.(Buffer.from(said.stdout ?? ""), "stdout");
    return {
      exitCode: 0,
      signal: null,
      stoppedBy: null,
      stdout: "",
      output: "",
      stdoutSha256: sha256Hex(said.stdout ?? ""),
      stderrSha256: sha256Hex(""),
      isCut: false,
      durationMs: 1,
      ...said,
    };
  }
}
