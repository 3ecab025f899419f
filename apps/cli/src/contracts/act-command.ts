/** A command that performs one act on one contract, with a text of the user. */
import type { ActName, Contract } from "@bazaar/doors/connection";
import { type JsonObject, TEXT_LIMITS } from "@bazaar/kernel";
import { BadInput, Command } from "@bazaar/terminal";
import { type ActFlags, actOnContract, type Wish } from "./act-on-contract.ts";
import { outgoingText } from "./outgoing-text.ts";
import { marketOption } from "./with-market.ts";

interface ActCommand extends Pick<Wish, "question" | "isAnswered"> {
  readonly verb: string;
  readonly does: string;
  readonly act: ActName;
  /** The act's field for the text. */
  readonly field: "reason" | "argument";
  /** Its description. */
  readonly words: string;
  /** The error without a text, if one is required. */
  readonly wordless?: string;
}

export function actCommand(shape: ActCommand): Command {
  const { verb, does, field, words, wordless } = shape;
  const command = new Command(verb)
    .description(does)
    .argument("<contract>", "its id, or at least the first 6 digits of it")
    .argument(wordless === undefined ? `[${field}...]` : `<${field}...>`, words)
    .option("--yes", "do not ask before an act that can cost you money")
    .option("--json", "print JSON; nothing is asked");
  return marketOption(command).action((name, said, flags) => run(shape, name, said, flags));
}

async function run(
  { act, field, wordless, ...how }: ActCommand,
  name: string,
  said: readonly string[],
  flags: ActFlags,
): Promise<void> {
  if (said.join("").trim() === "" && wordless !== undefined) throw new BadInput(wordless);
  const saidOn = (contract: Contract) => {
    const data = dataOf(field, outgoingText(said, TEXT_LIMITS[field], contract));
    return { act, data };
  };
  await actOnContract(name, { ...how, said: saidOn }, flags);
}

/** A reason may be left out; an argument is always sent, even empty. */
function dataOf(field: ActCommand["field"], text: string): JsonObject {
  return field === "reason" && text === "" ? {} : { [field]: text };
}
