/**
 * The part of a person's git settings that a jail shows: names, aliases of git's own commands, and
 * settings that start nothing. Everything else is left out: helpers, addresses, includes, keys.
 */
import { holdsCredentials } from "./credentials-in-text.ts";

const PLAIN_SETTINGS = new Set(
  [
    "core.abbrev core.autocrlf core.bigfilethreshold core.checkstat core.commentchar core.eol",
    "core.filemode core.ignorecase core.logallrefupdates core.longpaths core.precomposeunicode",
    "core.preloadindex core.quotepath core.safecrlf core.symlinks core.untrackedcache",
    "core.whitespace init.defaultbranch pull.rebase pull.ff push.default push.autosetupremote",
    "push.followtags merge.conflictstyle merge.ff merge.renames rebase.autosquash",
    "rebase.autostash rebase.updaterefs fetch.prune fetch.prunetags color.ui diff.algorithm",
    "diff.renames diff.colormoved diff.mnemonicprefix diff.context log.date log.decorate",
    "log.abbrevcommit branch.sort branch.autosetuprebase branch.autosetupmerge tag.sort",
    "column.ui rerere.enabled rerere.autoupdate status.short status.branch",
    "status.showuntrackedfiles commit.verbose help.autocorrect index.version feature.manyfiles",
    "submodule.recurse apply.whitespace grep.linenumber user.name",
  ].flatMap((line) => line.split(" ")),
);

const SECTION = /^\[\s*([A-Za-z0-9.-]+)\s*\]\s*(?:[#;].*)?$/;
const ANY_SECTION = /^\[/;
const SETTING = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/;
/** Git's own command and its words. A `!` would start a shell, an option first could set anything. */
const ALIAS = /^[a-z][a-z-]*(?: [^`$;&|<>\\!"'#]*)?$/;
const PLAIN_VALUE = /^[^`$;&|<>\\!"#\n]{0,200}$/;

export interface GitSettings {
  /** Whether the address that git puts into commits is shown: a kept commit needs it. */
  readonly showsAddress: boolean;
}

export function plainGitSettings(text: string, { showsAddress }: GitSettings): string {
  const kept: string[] = [];
  let section = "";
  // A line that goes on stays one line, with the sign that no shown value may have.
  const lines = text.replaceAll("\\\n", "\\ ").split("\n");
  for (const line of lines.map((each) => each.trim())) {
    if (ANY_SECTION.test(line)) {
      // A section with a name of its own, such as a remote, holds nothing that is shown.
      section = SECTION.exec(line)?.[1]?.toLowerCase() ?? "";
      continue;
    }
    const [, key = "", value = "true"] = SETTING.exec(line) ?? [];
    const bare = unquoted(value.trim());
    const name = `${section}.${key.toLowerCase()}`;
    if (section === "" || key === "" || bare === null || holdsCredentials(bare)) continue;
    const isShown =
      section === "alias"
        ? ALIAS.test(bare)
        : (PLAIN_SETTINGS.has(name) || (showsAddress && name === "user.email")) &&
          PLAIN_VALUE.test(bare);
    if (isShown) kept.push(`[${section}]\n\t${key} = ${bare}\n`);
  }
  return kept.join("");
}

/** Null if it is quoted in a way that would have to be understood. */
function unquoted(value: string): string | null {
  const inner = /^"([^"\\]*)"$/.exec(value)?.[1];
  if (inner !== undefined) return inner;
  return value.includes('"') || value.endsWith("\\") ? null : value;
}
