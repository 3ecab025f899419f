import { insertAfter } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { rewrite, sourceText, withLine } from "../source/source-text.ts";
import { firstMatch } from "../view.ts";
import { compilerCall } from "./compiler-call.ts";

const SAID =
  /\(\.(?:bss|data)(?:\.\w{1,60})?\+0x[0-9a-f]{1,16}\): multiple definition of [`'‘]([A-Za-z_]\w{0,60})['’]/;

export const commonVariables = rule({
  name: "common-variables",
  title: "A header defines a variable",
  sees(view) {
    const compiler = compilerCall(view);
    const name = firstMatch(view, SAID)?.[1];
    const [source] = compiler?.operands.filter(({ raw }) => /\.c(?:c|pp)?$/.test(raw)) ?? [];
    return compiler === null || name === undefined || source?.value == null
      ? null
      : { compiler, name, source: source.value };
  },
  /** The header declares the variable, and one source file defines it. */
  async repair({ compiler, name, source }, view, ask) {
    const defined = new RegExp(
      `^((?:[\\w*]+ +)+\\**)(${name})(\\s*(?:\\[[^\\]]*\\]\\s*)*)(=.*)?;$`,
    );
    const found = await ask.ask("grep", "-rlwE", "--include=*.h", `${name}( *=.*)?[];[]`, ".");
    const [header, ...more] = (found ?? "").split("\n").filter((path) => path.startsWith("./"));
    const text =
      header === undefined || more.length > 0 ? null : await sourceText(header.slice(2), ask);
    const at =
      text?.lines.findIndex((line) => defined.test(line) && !/^(?:extern|static)\b/.test(line)) ??
      -1;
    const main = at === -1 ? null : await sourceText(source, ask);
    const definition = text?.lines[at];
    if (text === null || main === null || definition === undefined) {
      return corrected(
        insertAfter(view, compiler.program, "-fcommon"),
        `Several files define ${name} without extern; -fcommon merges them, as GCC did before version 10.`,
      );
    }
    const last = main.lines.findLastIndex((line) => /^#\s*include\b/.test(line));
    const declared = rewrite(
      text,
      withLine(
        text.lines,
        at + 1,
        definition.replace(defined, "extern $1$2$3;").replace(/\s+;$/, ";"),
      ),
    );
    const set =
      last === -1
        ? null
        : rewrite(main, withLine(main.lines, last + 1, `${main.lines[last]}\n\n${definition}`));
    if (declared === null || set === null) return null;
    return {
      shell: `${declared}\n${set}`,
      explanation: `${text.path} defines ${name}, so every file that includes it does; now it declares it (extern), and ${main.path} defines it.`,
    };
  },
});
