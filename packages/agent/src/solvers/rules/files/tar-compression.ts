import { replaceWord } from "../edit-command.ts";
import { corrected, rule } from "../rule.ts";
import { callOf, hasLine } from "../view.ts";

const SAID = [
  /^gzip: stdin: not in gzip format/,
  /^bzip2: \(stdin\) is not a bzip2 file\./,
  /^(?:xz|lzma): .{0,60}not recognized/,
  /^zstd: .{0,60}unsupported format/,
];

export const tarCompression = rule({
  name: "tar-compression",
  title: "tar with the wrong compression flag",
  sees(view) {
    const call = callOf(view, "tar");
    const flags = call?.operands.find(
      ({ raw }) => /^-?[A-Za-z]{1,12}$/.test(raw) && /[xt]/.test(raw) && /[zjJ]/.test(raw),
    );
    return flags === undefined || !hasLine(view, ...SAID) ? null : { flags };
  },
  repair: ({ flags }, view) =>
    corrected(
      replaceWord(view, flags, flags.raw.replaceAll(/[zjJ]/g, "")),
      "The archive has another compression; without the flag tar detects it.",
    ),
});
