/**
 * Where a chat is shown and typed. On a terminal new lines appear above the one that is being typed,
 * which stays as it is; elsewhere lines are read and printed.
 */
import {
  clearScreenDown,
  createInterface,
  cursorTo,
  type Interface,
  moveCursor,
} from "node:readline";
import { columnsOf } from "@bazaar/terminal";

export interface ScreenNeeds {
  readonly isTerminal: boolean;
  readonly onLine: (line: string) => void;
  /** The input is over, or the person leaves. */
  readonly onEnd: () => void;
  readonly complete: (line: string) => [string[], string];
}

const HISTORY = 200;

export class ChatScreen implements Disposable {
  readonly #isTerminal: boolean;
  readonly #reader: Interface;
  readonly #onKey: (text: string | undefined, key?: { readonly name?: string }) => void;
  /** Of the line that is being ended. */
  #rows = 0;

  constructor({ isTerminal, onLine, onEnd, complete }: ScreenNeeds) {
    this.#isTerminal = isTerminal;
    const reader = createInterface({
      input: process.stdin,
      ...(isTerminal ? { output: process.stdout, completer: complete, historySize: HISTORY } : {}),
      terminal: isTerminal,
    });
    this.#reader = reader;
    this.#onKey = (_, key) => {
      if (key?.name !== "return" && key?.name !== "enter") return;
      // To the end of the line: what is below the cursor is part of it.
      reader.write(null, { ctrl: true, name: "e" });
      this.#rows = reader.getCursorPos().rows;
    };
    if (isTerminal) process.stdin.prependListener("keypress", this.#onKey);
    reader.on("line", (line) => {
      this.#removeTyped();
      onLine(line);
      if (isTerminal) reader.prompt();
    });
    reader.on("close", onEnd);
    reader.on("SIGINT", () => {
      if (reader.line === "") {
        reader.close();
        return;
      }
      reader.write(null, { ctrl: true, name: "e" });
      reader.write(null, { ctrl: true, name: "u" });
    });
  }

  get columns(): number {
    return columnsOf(process.stdout);
  }

  /** The text is inert. */
  print(text: string): void {
    if (!this.#isTerminal) {
      process.stdout.write(`${text}\n`);
      return;
    }
    this.#clearFrom(this.#reader.getCursorPos().rows);
    process.stdout.write(`${text}\n`);
    this.#reader.prompt(true);
  }

  prompt(text: string): void {
    if (!this.#isTerminal) return;
    this.#clearFrom(this.#reader.getCursorPos().rows);
    this.#reader.setPrompt(text);
    this.#reader.prompt(true);
  }

  /** Leaves an empty line for what comes after it. */
  [Symbol.dispose](): void {
    process.stdin.off("keypress", this.#onKey);
    if (this.#isTerminal) this.#clearFrom(this.#reader.getCursorPos().rows);
    this.#reader.close();
  }

  /** It is printed again as a message, once the server has it. */
  #removeTyped(): void {
    if (this.#isTerminal) this.#clearFrom(this.#rows + 1);
  }

  #clearFrom(rows: number): void {
    moveCursor(process.stdout, 0, -rows);
    cursorTo(process.stdout, 0);
    clearScreenDown(process.stdout);
    // Where the reader believes that the cursor is; after a paste of several rows it is wrong, too.
    Object.assign(this.#reader, { prevRows: 0 });
  }
}
