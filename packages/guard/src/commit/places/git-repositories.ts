/**
 * The git repositories that changes belong to, the directories from which git runs their hooks, and
 * the files that their settings name.
 *
 * Nothing of git is run: a hostile repository's settings can name programs. Where settings depend
 * on a condition, it is taken to hold, so that more directories are found rather than fewer.
 */
import { readFileSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode } from "../../error-code.ts";

export interface Repository {
  /** Where its hooks run: the top of its working tree, or a bare repository itself. */
  readonly top: string;
  /** The directory with its index and HEAD, and the one with its objects and settings. */
  readonly directories: readonly string[];
}

/** What decides where git's own settings are. */
export interface GitSurroundings {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The new text of a settings file that is about to be changed, if it is. */
  readonly newText: (path: string) => string | null;
}

const MAX_SETTINGS_BYTES = 1_000_000;
const MAX_SETTINGS_FILES = 100;
/**
 * Where each leads has to be looked up. Settings that a fix fills with more of them are asked about
 * themselves.
 */
const MAX_WORDS = 10_000;
/** As many as the kernel follows. */
const MAX_LINKS = 40;
const SYSTEM_SETTINGS = ["/etc/gitconfig", "/usr/local/etc/gitconfig", "/usr/etc/gitconfig"];
const HOOKS_PATH = /^(?:\s*\[.*?\])?\s*hooksPath\s*=(.*)$/i;
const INCLUDED = /^(?:\s*\[.*?\])?\s*path\s*=(.*)$/i;
const SETTING = /^(?:\s*\[.*?\])?\s*[a-z][a-z0-9-]*\s*=(.*)$/i;
/** What stands between the words of a command, such as an alias or a filter. */
const BETWEEN_WORDS = /[\s'"!;|&()<>=]+/;

/** The repositories of these directories and of all above them. */
export function repositoriesOf(directories: Iterable<string>): readonly Repository[] {
  const found = new Map<string, Repository>();
  const seen = new Set<string>();
  for (const directory of directories) {
    for (let top = directory; !seen.has(top); top = dirname(top)) {
      seen.add(top);
      const repository = repositoryAt(top);
      if (repository !== null) found.set(top, repository);
    }
  }
  return [...found.values()];
}

function repositoryAt(top: string): Repository | null {
  const link = join(top, ".git");
  const type = typeOf(link);
  if (type === "directory") return withCommon(top, real(link));
  const named = type === "file" ? /^gitdir: (.+?)\s*$/m.exec(textOf(link))?.[1] : undefined;
  if (named !== undefined) return withCommon(top, real(resolve(top, named)));
  const isBare = typeOf(join(top, "HEAD")) === "file" && typeOf(join(top, "objects")) !== null;
  return isBare ? withCommon(top, top) : null;
}

/** A linked working tree shares settings and hooks with the repository it was made from. */
function withCommon(top: string, own: string): Repository {
  const common = textOf(join(own, "commondir")).trim();
  return { top, directories: common === "" ? [own] : [own, real(resolve(own, common))] };
}

/**
 * As `git rev-parse --git-path hooks` answers in each of them: as written, where it leads, and every
 * link in between.
 */
export function hookDirectoriesOf(
  repositories: readonly Repository[],
  around: GitSurroundings,
): readonly string[] {
  const outer = [...settingsIn(globalSettings(around), around).hooks];
  const { environment } = around;
  for (const [name, key] of Object.entries(environment)) {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(name)?.[1];
    const path = environment[`GIT_CONFIG_VALUE_${number}`];
    if (/^core\.hooksPath$/i.test(key ?? "") && path) outer.push(path);
  }
  return repositories.flatMap(({ top, directories }) => {
    const named = [...outer, ...settingsIn(ownSettings(directories), around).hooks];
    const usual = directories.map((each) => join(each, "hooks"));
    const written = [...usual, ...named.map((path) => resolve(top, expanded(path, around)))];
    return [...new Set(written.flatMap(linkChain))];
  });
}

/**
 * Files that settings include, and whatever a word in one of their values may name: programs of
 * aliases, filters and monitors, lists of attributes. Most of these do not exist.
 */
export function filesNamedBySettings(
  repositories: readonly Repository[],
  around: GitSurroundings,
): readonly string[] {
  const outer = settingsIn(globalSettings(around), around);
  return repositories.flatMap(({ top, directories }) => {
    const own = settingsIn(ownSettings(directories), around);
    const words = [...outer.words, ...own.words].map((word) =>
      resolve(top, expanded(word, around)),
    );
    return [...new Set([...outer.included, ...own.included, ...words].flatMap(linkChain))];
  });
}

function ownSettings(directories: readonly string[]): readonly string[] {
  return directories.flatMap((each) => [join(each, "config"), join(each, "config.worktree")]);
}

function globalSettings({ home, environment }: GitSurroundings): readonly string[] {
  const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, XDG_CONFIG_HOME } = environment;
  const settings = XDG_CONFIG_HOME ? XDG_CONFIG_HOME : join(home, ".config");
  const ofUser = [join(home, ".gitconfig"), join(settings, "git/config")];
  return [
    ...(GIT_CONFIG_SYSTEM === undefined ? SYSTEM_SETTINGS : [GIT_CONFIG_SYSTEM]),
    ...(GIT_CONFIG_GLOBAL === undefined ? ofUser : [GIT_CONFIG_GLOBAL]),
  ];
}

interface Settings {
  /** The values of core.hooksPath. */
  readonly hooks: readonly string[];
  /** The paths of other files with settings. */
  readonly included: readonly string[];
  /** The words of all values. */
  readonly words: readonly string[];
}

/** What is in these files, in what they include, and in their new versions. */
function settingsIn(files: readonly string[], around: GitSurroundings): Settings {
  const waiting = [...files];
  const seen = new Set<string>();
  const hooks: string[] = [];
  const words = new Set<string>();
  const included = new Set<string>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file) || seen.size > MAX_SETTINGS_FILES) continue;
    seen.add(file);
    for (const line of `${textOf(file)}\n${around.newText(file) ?? ""}`
      .replace(/\\\n/g, "")
      .split("\n")) {
      const said = (pattern: RegExp) => unquoted(pattern.exec(line)?.[1] ?? "");
      hooks.push(said(HOOKS_PATH));
      for (const word of said(SETTING).split(BETWEEN_WORDS)) {
        if (word !== "" && words.size < MAX_WORDS) words.add(word);
      }
      const path = said(INCLUDED);
      if (path === "" || included.size >= MAX_WORDS) continue;
      const other = resolve(dirname(file), expanded(path, around));
      included.add(other);
      waiting.push(other);
    }
  }
  return { hooks: hooks.filter((path) => path !== ""), included: [...included], words: [...words] };
}

/** Without quotes, escapes and a comment at the end. */
function unquoted(text: string): string {
  const value = /^\s*((?:"(?:[^"\\]|\\.)*"|\\.|[^#;"\\])*)/.exec(text)?.[1] ?? "";
  return value.trim().replace(/"|\\(.)/g, "$1");
}

function expanded(path: string, { home }: GitSurroundings): string {
  return path.startsWith("~/") ? join(home, path.slice(2)) : path;
}

/** Empty if it cannot be read: git cannot read it either. */
function textOf(path: string): string {
  return (
    orNull(() => {
      const stats = statSync(path);
      return stats.isFile() && stats.size <= MAX_SETTINGS_BYTES ? readFileSync(path, "utf8") : "";
    }) ?? ""
  );
}

function typeOf(path: string): "file" | "directory" | null {
  const stats = orNull(() => statSync(path));
  if (stats?.isFile()) return "file";
  return stats?.isDirectory() ? "directory" : null;
}

/** Where a path leads; what does not exist is taken as written. */
export function real(path: string): string {
  const found = orNull(() => realpathSync(path));
  if (found !== null || path === dirname(path)) return found ?? path;
  return join(real(dirname(path)), basename(path));
}

/** A path as written, after each link on its way, and as it really is. */
function linkChain(path: string): readonly string[] {
  const chain = [path];
  for (let at: string | null = path; at !== null && chain.length < MAX_LINKS; ) {
    at = afterFirstLink(at);
    if (at !== null) chain.push(at);
  }
  return [...chain, real(path)];
}

/** Null if there is no link in it. */
function afterFirstLink(path: string): string | null {
  const parts = path.split("/").slice(1);
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const above = `/${parts.slice(0, depth).join("/")}`;
    const target = orNull(() => readlinkSync(above));
    if (target !== null) return resolve(dirname(above), target, ...parts.slice(depth));
  }
  return null;
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return null;
  }
}
