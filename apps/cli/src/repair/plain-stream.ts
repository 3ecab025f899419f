/** Output as it comes, as plain text: a line that is overwritten is shown in its last state. */
import { StringDecoder } from "node:string_decoder";
import { plainOutput } from "@bazaar/client";

/** More of one line is shortened to its last state at once. */
const MAX_HELD = 4_096;

export class PlainStream {
  readonly #decoder = new StringDecoder("utf8");
  /** A line that may be overwritten, or end in the middle of an escape sequence. */
  #held = "";

  write(bytes: Buffer): string {
    const text = this.#held + this.#decoder.write(bytes);
    const end = text.lastIndexOf("\n") + 1;
    const line = text.slice(end);
    if (!line.includes("\r") && !line.includes("\u001b")) {
      this.#held = "";
      return plainOutput(text);
    }
    this.#held = line.length > MAX_HELD ? plainOutput(line) : line;
    return plainOutput(text.slice(0, end));
  }

  /** What is left, before something else is shown. */
  rest(): string {
    const left = plainOutput(this.#held);
    this.#held = "";
    return left;
  }
}
