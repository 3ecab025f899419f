/** Archives that are damaged or no archives at all, and files that they do not contain. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { advice, corrected, type Rule, rule } from "../rule.ts";
import type { Call } from "../shell-words.ts";
import { callOf, firstMatch, hasLine, programName, type View } from "../view.ts";

const PROGRAMS =
  "tar bsdtar gzip gunzip zcat unzip xz unxz xzcat bzip2 bunzip2 bzcat zstd unzstd zstdcat 7z".split(
    " ",
  );
const ENDING = /\.(?:tar|tgz|tbz2?|txz|gz|bz2|xz|zst|zip|jar|7z)$/i;
const DAMAGED =
  /invalid compressed data--|bad CRC|crc error|data integrity error|Checksum error|[Cc]ompressed data is corrupt|Corrupted block|Skipping to next header/;
const NO_ARCHIVE =
  /not in gzip format|is not a bzip2 file|File format not recognized|unsupported format|This does not look like a tar archive|End-of-central-directory signature not found/;

/** The archive that the command reads: the only operand or file with such a name. */
function archiveOf(view: View): { readonly call: Call; readonly path: string } | null {
  const call = callOf(view, ...PROGRAMS);
  const words = call === null ? [] : [...call.operands, ...call.files];
  const named = words.flatMap(({ value }) => (ENDING.test(value ?? "") ? (value ?? []) : []));
  const [path] = named;
  return call === null || path === undefined || new Set(named).size > 1 ? null : { call, path };
}

const damaged = rule({
  name: "archive-damaged",
  title: "An archive is damaged",
  sees(view) {
    const archive = archiveOf(view);
    return archive === null || !hasLine(view, DAMAGED) || hasLine(view, NO_ARCHIVE)
      ? null
      : archive;
  },
  repair: ({ path }) =>
    advice(
      `${path} is damaged (corrupt): its content does not fit its checksum. Download or copy it again.`,
    ),
});

const notAnArchive = rule({
  name: "archive-is-something-else",
  title: "A file that is not the archive its name says",
  sees(view) {
    const call = callOf(view, ...PROGRAMS);
    const isSaid = hasLine(view, NO_ARCHIVE);
    const path = archiveOf(view)?.path ?? null;
    return call === null || path === null || !isSaid ? null : { call, path };
  },
  async repair({ call, path }, _view, ask) {
    const text = await ask.read(path);
    const start = await ask.ask("head", "-c", "2", path);
    if (text === null || start === null) return null;
    if (/^\s*<(?:!doctype|html|head|\?xml)/i.test(text)) {
      return advice(
        `${path} is not an archive but a web page: the download was answered with an error or login page. Look at it (head ${quotedPath(path)}), and download it again with curl -fL.`,
      );
    }
    if (text.trim() === "") return advice(`${path} is empty. Download or copy it again.`);
    if (programName(call) === "unzip" && start === "PK") {
      return advice(
        `${path} is incomplete: it starts like a zip archive, but its end, where the list of files is, is cut off. Download or copy it again.`,
      );
    }
    return null;
  },
});

const unknownMember = rule({
  name: "archive-member",
  title: "The archive has no such file",
  sees(view) {
    const archive = archiveOf(view);
    const member = firstMatch(
      view,
      /^tar: (.{1,200}): Not found in archive$/,
      /^caution: filename not matched: {1,3}(.{1,200})$/,
    )?.[1];
    const word = archive?.call.operands.find(({ value }) => value === member);
    return archive === null || member === undefined || word === undefined
      ? null
      : { ...archive, member, word };
  },
  async repair({ call, path, member, word }, view, ask) {
    const files = await membersOf(call, path, ask);
    if (files.length === 0) return null;
    const bare = member.replace(/^\.\//, "").replace(/\/$/, "");
    const same = files.filter((file) => file.replace(/^\.\//, "").replace(/\/$/, "") === bare);
    const below = files.filter((file) => file.endsWith(`/${bare}`));
    const found = same.length === 1 ? same : below;
    const meant = found.length === 1 ? found[0] : nearest(member, files);
    if (meant == null) {
      return advice(
        `${path} has no ${member}; it has ${files.slice(0, 6).join(", ")}${files.length > 6 ? " and more" : ""}.`,
      );
    }
    return corrected(
      replaceWord(view, word, quoteWord(meant)),
      `${path} has no ${member}, but ${meant}.`,
    );
  },
});

async function membersOf(call: Call, path: string, ask: Investigator): Promise<readonly string[]> {
  const listed =
    programName(call) === "unzip"
      ? await ask.ask("unzip", "-Z1", path)
      : await ask.ask("tar", "-tf", path);
  return (listed ?? "").split("\n").filter((line) => line !== "" && !/^(?:tar|unzip): /.test(line));
}

export const archiveContents: readonly Rule[] = [damaged, notAnArchive, unknownMember];
