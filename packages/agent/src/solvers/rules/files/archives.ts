/** Archives of another kind than the tool expects, cut off, or packed from nothing. */

import { appendTo, replaceWord } from "../edit-command.ts";
import { entryOf } from "../entry-of.ts";
import { type Naming, named } from "../named.ts";
import { quotedPath } from "../quote.ts";
import { corrected, type Rule } from "../rule.ts";
import { callOf, programName, type View } from "../view.ts";

/** What unpacks a name of this ending. */
const UNPACKS: Readonly<Record<string, string>> = {
  zip: "unzip",
  jar: "unzip",
  whl: "unzip",
  tar: "tar -xf",
  tgz: "tar -xzf",
  bz2: "bunzip2",
  xz: "unxz",
  zst: "unzstd",
  "7z": "7z x",
  rar: "unrar x",
};
const ENDING = /\.(\w{2,3})$/;

/** The operands of an archive tool that are no options. */
function namesIn(view: View, ...programs: readonly string[]): readonly string[] {
  const operands = callOf(view, ...programs)?.operands ?? [];
  return operands.flatMap(({ raw, value }) =>
    raw.startsWith("-") || value === null ? [] : [value],
  );
}

/** The whole command, if it does nothing but unpack one file. */
function unpacked(view: View, file: string, isKind: RegExp) {
  const ending = ENDING.exec(file)?.[1]?.toLowerCase() ?? "";
  const tool = entryOf(UNPACKS, ending);
  if (tool === undefined || !isKind.test(ending) || view.calls.length !== 1) return null;
  return corrected(
    `${tool} ${quotedPath(file)}`,
    `${file} is an archive of another kind; ${tool} unpacks it.`,
  );
}

const NOT_TAR: Naming = {
  says: /^tar: This does not look like a tar archive$/,
  tells(_said, view) {
    const file = namesIn(view, "tar").find((name) => /\.(?:zip|jar|whl|7z|rar)$/i.test(name));
    const call = callOf(view, "tar");
    const isPlain = file !== undefined && call?.operands.length === 2;
    const named = namesIn(view, "tar").find((name) => /\.(?:tar|tgz|tar\.\w{1,4})$/.test(name));
    if (isPlain) return unpacked(view, file, /zip|jar|whl|7z|rar/);
    return named === undefined
      ? null
      : `${named} is not a tar archive, whatever its name says; file ${quotedPath(named)} tells what it is.`;
  },
};

const UNKNOWN_SUFFIX: Naming = {
  says: /^(?:gzip|gunzip): (.{1,255}): unknown suffix -- ignored$/,
  tells([, file = ""], view) {
    return (
      unpacked(view, file, /^(?:zip|tar|bz2|xz|zst|7z|rar)$/) ??
      `gunzip takes only names that end in .gz. If ${file} is compressed, zcat -f ${quotedPath(file)} shows it; file ${quotedPath(file)} tells what it is.`
    );
  },
};

const NOT_GZIP: Naming = {
  says: /^gzip: (?!stdin)(.{1,255}): not in gzip format$/,
  tells([, file = ""], view) {
    const call = callOf(view, "zcat");
    if (call !== null && view.calls.length === 1) {
      return corrected(
        replaceWord(view, call.program, "zcat -f"),
        `${file} is not compressed; with -f zcat shows it all the same.`,
      );
    }
    return `${file} is not compressed with gzip, whatever its name says; file ${quotedPath(file)} tells what it is.`;
  },
};

const CUT_OFF: Naming = {
  says: /^(?:gzip: (?:stdin|.{1,255}): unexpected end of file|tar: Unexpected EOF in archive|xz: .{1,255}: Unexpected end of input|bzip2: Compressed file ends unexpectedly)/,
  tells(_said, view) {
    const file = namesIn(
      view,
      "tar",
      "gunzip",
      "gzip",
      "zcat",
      "xz",
      "unxz",
      "bunzip2",
      "bzip2",
    ).find((name) => /\.(?:tar|tgz|txz|gz|xz|bz2|zst)$/.test(name));
    return file === undefined
      ? null
      : `${file} is cut off: the download or the copy ended early. Fetch it again.`;
  },
};

/** `tar czf src.tgz` next to a directory src. */
const NOTHING_TO_PACK: Naming = {
  says: /^tar: Cowardly refusing to create an empty archive$|^zip error: Nothing to do! \(/,
  async tells(_said, view, ask) {
    const call = callOf(view, "tar", "zip");
    const [archive, ...others] = namesIn(view, "tar", "zip").filter((name) => name.includes("."));
    const stem = archive?.replace(/\.(?:tar\.\w{1,4}|tar|tgz|txz|zip)$/, "") ?? "";
    if (call == null || archive === undefined || others.length > 0 || stem === archive) return null;
    const isZip = programName(call) === "zip";
    const why = "What to pack comes behind the name of the archive";
    if ((await ask.entry(stem))?.kind !== "directory") return `${why}: ${view.command} DIRECTORY`;
    const text = `${isZip ? "-r " : ""}${quotedPath(stem)}`;
    return corrected(appendTo(view, call, text), `${why}: ${stem}.`);
  },
};

/** `unzip *.zip`: the second archive is taken for a member of the first. */
const SEVERAL_ZIPS: Naming = {
  says: /^caution: filename not matched:\s{1,4}(.{1,255}\.zip)$/,
  tells(_said, view) {
    const word = callOf(view, "unzip")?.operands.find(({ raw }) => /^[\w./-]*\*[\w.-]*$/.test(raw));
    return word === undefined
      ? null
      : corrected(
          replaceWord(view, word, `'${word.raw}'`),
          "unzip takes one archive, and what follows as names in it. In quotes it expands the pattern itself.",
        );
  },
};

export const archives: readonly Rule[] = [
  named({
    name: "archive-kind",
    title: "An archive that the tool cannot read or pack",
    isAbout: (view) =>
      callOf(
        view,
        "tar",
        "unzip",
        "zip",
        "gzip",
        "gunzip",
        "zcat",
        "xz",
        "unxz",
        "bzip2",
        "bunzip2",
      ) !== null,
    cases: [NOT_TAR, UNKNOWN_SUFFIX, NOT_GZIP, CUT_OFF, NOTHING_TO_PACK, SEVERAL_ZIPS],
  }),
];
