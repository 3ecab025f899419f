import { choice, type Grammar, IN_PIECES, PATH, word } from "../grammar.ts";

const NAMED_BY_BINARY = "it reads the files that the binary names; name them yourself";

export const objdump: Grammar = {
  purpose: "shows headers, symbols and code of object files",
  form: {
    switches:
      "-a -C -d -f -h -p -r -R -t -T -w -x -z --all-headers --archive-headers --demangle --disassemble " +
      "--disassemble-zeroes --dynamic-reloc --dynamic-syms --file-headers --headers " +
      "--no-show-raw-insn --private-headers --reloc --section-headers --show-raw-insn --syms --wide -i --info --version",
    options: {
      "-j --section": word(/^[\w.$-]+$/, "the name of a section"),
      "-M --disassembler-options": choice("intel", "att", "intel-mnemonic", "att-mnemonic"),
      "--start-address --stop-address": word(/^(?:0x[0-9a-fA-F]{1,16}|\d{1,19})$/, "an address"),
    },
    operands: { rest: PATH },
    operandNeverStartsWith: "@",
  },
  never: {
    "-s": IN_PIECES,
    "--full-contents": IN_PIECES,
    "-D": IN_PIECES,
    "--disassemble-all": IN_PIECES,
    "-S": NAMED_BY_BINARY,
    "--source": NAMED_BY_BINARY,
    "-l": NAMED_BY_BINARY,
    "-W": NAMED_BY_BINARY,
    "--dwarf": NAMED_BY_BINARY,
    "-L": NAMED_BY_BINARY,
    "-g": NAMED_BY_BINARY,
  },
};
