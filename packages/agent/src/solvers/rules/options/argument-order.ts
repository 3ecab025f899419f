/** Arguments in the wrong order: the pattern after the file, the mode after it, the path last. */
import { replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { corrected, type Rule, rule } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { callOf, firstMatch, type View } from "../view.ts";

/** The command with two of its words exchanged. */
function swapped(view: View, first: Word, second: Word): string {
  const { command } = view;
  const [left, right] = first.start < second.start ? [first, second] : [second, first];
  return (
    command.slice(0, left.start) +
    right.raw +
    command.slice(left.end, right.start) +
    left.raw +
    command.slice(right.end)
  );
}

const grepOrder = rule({
  name: "grep-order",
  title: "grep with the file before the pattern",
  sees(view) {
    const call = callOf(view, "grep", "egrep", "fgrep", "rg");
    const missing = firstMatch(view, /^(?:grep|rg): (.{1,255}): No such file or directory/)?.[1];
    const [file, pattern, ...others] =
      call?.operands.filter(({ raw }) => !raw.startsWith("-")) ?? [];
    if (file?.value == null || pattern?.value == null || others.length > 0) return null;
    return pattern.value === missing ? { file, path: file.value, pattern } : null;
  },
  async repair({ file, path, pattern }, view, ask) {
    const kind = (await ask.entry(path))?.kind;
    const isBelow = /\s-[A-Za-z]*[rR]/.test(view.command) && kind === "directory";
    if (kind !== "file" && !isBelow) return null;
    return corrected(
      swapped(view, file, pattern),
      `grep takes the pattern first, then where to look: ${path}.`,
    );
  },
});

/** Tests and actions of find; what stands before them are paths. */
const findOrder = rule({
  name: "find-order",
  title: "find with the path last",
  sees(view) {
    const call = callOf(view, "find");
    const said = firstMatch(
      view,
      /^find: paths must precede expression: [`'‘](.{1,255})['’]$/,
    )?.[1];
    const path = call?.operands.find(({ value }) => value !== null && value === said);
    const first = call?.operands.find(({ raw }) => /^-[a-z]/.test(raw));
    if (call == null || path?.value == null || first === undefined) return null;
    return path.start < first.start ? null : { path, first, name: path.value };
  },
  async repair({ path, first, name }, view, ask) {
    const isPath = name === "." || name.startsWith("/") || (await ask.entry(name)) !== null;
    if (!isPath) return null;
    const { command } = view;
    const before = command.slice(0, first.start);
    const between = command.slice(first.start, path.start).trimEnd();
    return corrected(
      `${before}${path.raw} ${between}${command.slice(path.end)}`,
      "find takes the path before the tests.",
    );
  },
});

const MODE = /^(?:[0-7]{3,4}|[ugoa]*[-+=][rwxXst]+(?:,[ugoa]*[-+=][rwxXst]+)*)$/;

const modeOrder = rule({
  name: "mode-order",
  title: "chmod or chown with the file first",
  sees(view) {
    const call = callOf(view, "chmod", "chown");
    const said = firstMatch(
      view,
      /^ch(?:mod: invalid mode|own: invalid user): ['‘](.{1,255})['’]$/,
    );
    const operands = call?.operands.filter(({ raw }) => !/^-[A-Za-z-]/.test(raw) || MODE.test(raw));
    const [file, mode, ...others] = operands ?? [];
    if (file?.value == null || mode?.value == null || others.length > 0) return null;
    return file.value === said?.[1] ? { file, path: file.value, mode, text: mode.value } : null;
  },
  async repair({ file, path, mode, text }, view, ask) {
    const isMode = callOf(view, "chmod") === null || MODE.test(text);
    if (!isMode || (await ask.entry(path)) === null) return null;
    return corrected(swapped(view, file, mode), `${text} comes first, then the file ${path}.`);
  },
});

const TAR_SAID =
  /^tar: (.{1,255}): (?:Cannot open|Cannot stat|Not found in archive)|^tar: Cowardly refusing|^tar: You must specify one of/;

/** `tar -fczx`: the letter that takes the name must be last. */
const tarLetters = rule({
  name: "tar-letters",
  title: "tar with f before its other letters",
  sees(view) {
    const call = callOf(view, "tar");
    const flags = call?.operands[0];
    const isEarly = /^-[a-zA-Z]*f[a-zA-Z]+$/.test(flags?.raw ?? "");
    const failed = firstMatch(view, TAR_SAID);
    return flags === undefined || !isEarly || failed === null ? null : { flags };
  },
  repair({ flags }, view) {
    const letters = flags.raw.replace("f", "");
    return corrected(
      replaceWord(view, flags, `${letters}f`),
      "The name of the archive follows the letter f, which must be the last one.",
    );
  },
});

/** `tar -zf a.tgz`: extract what exists, pack what does not. */
const tarMode = rule({
  name: "tar-mode",
  title: "tar without x, c or t",
  sees(view) {
    const call = callOf(view, "tar");
    const [flags, archive, ...files] = call?.operands ?? [];
    const isUnclear = firstMatch(view, /^tar: You must specify one of the /) !== null;
    if (!isUnclear || flags === undefined || archive?.value == null) return null;
    return /^-?[zjJvpa]*f$/.test(flags.raw) ? { flags, path: archive.value, files } : null;
  },
  async repair({ flags, path, files }, view, ask) {
    const isThere = (await ask.entry(path)) !== null;
    // An archive that exists and files to pack: it is not clear which is meant.
    if (isThere === files.length > 0) return null;
    if (isThere && (await overwrites(path, ask))) return null;
    const mode = isThere ? "x" : "c";
    const letters = flags.raw.replace(/^-?/, (dash) => `${dash}${mode}`);
    return corrected(
      replaceWord(view, flags, letters),
      `tar must be told what to do: ${isThere ? "x extracts" : "c packs"}.`,
    );
  },
});

/** One look asks for so many. */
const MAX_NAMES = 50;

/** Whether the archive contains a file that is there already, as far as that can be known. */
async function overwrites(archive: string, ask: Investigator): Promise<boolean> {
  const names = (await ask.ask("tar", "-tf", archive))?.split("\n") ?? null;
  if (names === null) return true;
  const files = names.filter((name) => name !== "" && !name.endsWith("/"));
  // The listing ends at a depth, so that the disk itself is asked.
  return files.length > MAX_NAMES || (await ask.existing(...files)).length > 0;
}

const ARCHIVE = /\.(?:tar|zip|tgz|tbz2?|txz|tar\.\w{1,4})$/;

/** `tar -czf src src.tar.gz`, `zip -r src src.zip`: swapped, if the first is what to pack. */
const archiveOrder = rule({
  name: "archive-order",
  title: "tar or zip with the archive after the files",
  sees(view) {
    const call = callOf(view, "tar", "zip");
    const isTar = callOf(view, "tar") !== null;
    const named = call?.operands.filter(({ raw }) => !raw.startsWith("-")) ?? [];
    const [source, archive, ...others] =
      isTar && named[0]?.raw.match(/^c\w*f$/) ? named.slice(1) : named;
    const isPacking = !isTar || call?.operands.some(({ raw }) => /^-?\w*c\w*f$/.test(raw));
    const failed = firstMatch(
      view,
      /^tar(?: \(child\))?: .{1,255}: Cannot (?:open|stat)/,
      /^\s*zip (?:warning|error): /,
    );
    if (source?.value == null || archive?.value == null || others.length > 0) return null;
    if (failed === null || !isPacking || ARCHIVE.test(source.value)) return null;
    return ARCHIVE.test(archive.value) ? { source, archive, path: source.value } : null;
  },
  async repair({ source, archive, path }, view, ask) {
    // An archive that exists would be overwritten.
    const isFree = (await ask.entry(archive.value ?? "")) === null;
    if (!isFree || (await ask.entry(path)) === null) return null;
    return corrected(swapped(view, source, archive), "The archive comes before what it packs.");
  },
});

/** `ln -s new existing`: the existing one comes first. */
const linkOrder = rule({
  name: "link-order",
  title: "ln with the new name first",
  sees(view) {
    const call = callOf(view, "ln");
    const said = firstMatch(
      view,
      /^ln: failed to (?:create (?:symbolic|hard) link|access) ['‘](.{1,255})['’].{0,20}: (?:File exists|No such file or directory)$/,
    );
    const [made, target, ...others] =
      call?.operands.filter(({ raw }) => !raw.startsWith("-")) ?? [];
    if (said === null || made === undefined || target?.value == null || others.length > 0)
      return null;
    const isSymbolic =
      call?.operands.some(({ raw }) => /^-[a-z]*s|^--symbolic$/.test(raw)) === true;
    return { made, target, path: target.value, isSymbolic };
  },
  async repair({ made, target, path, isSymbolic }, view, ask) {
    const isAtHome = /^~\/[\w./@+-]{1,200}$/.test(made.raw);
    const isFree = isAtHome || (made.value !== null && (await ask.entry(made.value)) === null);
    const entry = isFree ? await ask.entry(path) : null;
    if (entry?.kind !== "file" && entry?.kind !== "directory") return null;
    const isElsewhere = isAtHome || made.value?.replace(/^\.\//, "").includes("/") === true;
    // A symbolic link is followed from where it is.
    const raw = isSymbolic && isElsewhere && !path.startsWith("/") ? `"$PWD"/${target.raw}` : "";
    const first = raw === "" ? target : { ...target, raw };
    return corrected(swapped(view, made, first), `ln takes what exists first: ${path}.`);
  },
});

export const argumentOrder: readonly Rule[] = [
  grepOrder,
  findOrder,
  modeOrder,
  tarLetters,
  tarMode,
  archiveOrder,
  linkOrder,
];
