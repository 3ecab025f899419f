/**
 * What a stranger may see: the working tree, programs, toolchains, and files that were made up.
 * Everything is listed here or in the tables beside this file; nothing else is there. Looks and
 * sandboxes are built from the same list.
 */
import { join } from "node:path";
import { isBelow, isEnvironmentFile } from "../jail/masks.ts";
import { holdsCredentials } from "./credentials-in-text.ts";
import { hiddenIn } from "./hidden-in.ts";
import { holdsPrivateKey } from "./key-material.ts";
import { parentsOf } from "./parents-of.ts";
import { kindOf, linkTarget, matchesIn, realPathOf, textAt } from "./places-on-disk.ts";
import { searchRemembered } from "./remembered-search.ts";
import { isMadeUpLogin } from "./secret-names.ts";
import { secretsNearTop } from "./secrets-near-top.ts";
import { showable } from "./showable.ts";
import { gitSettings, type Person, syntheticFiles } from "./synthetic-files.ts";
import {
  PERSONAL_DATA,
  PERSONAL_SETTINGS,
  PROGRAM_DIRECTORIES,
  SEARCHED_PROGRAMS,
  SETTINGS,
  SETTINGS_WITH_LOGIN,
  VARIABLE_DATA,
} from "./system-places.ts";
import { TOOLCHAIN_VARIABLES, TOOLCHAINS } from "./toolchain-places.ts";
import { homes, mayBeShown } from "./wide-places.ts";
import { workingTree } from "./working-tree.ts";

export interface Place {
  /** A real path, the same inside. */
  readonly at: string;
  /**
   * `own`: the person's working tree and tools. `shown`: what they asked for by path, which cannot
   * be written to. `system`: what every user shares.
   */
  readonly kind: "own" | "shown" | "system";
  readonly isDirectory: boolean;
}

export interface Link {
  readonly at: string;
  readonly to: string;
}

export interface Masks {
  /** Real paths below places. */
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

export interface View {
  /** Parents before children. */
  readonly places: readonly Place[];
  readonly links: readonly Link[];
  /** Empty directories that can be written to, whose contents are thrown away. */
  readonly scratch: readonly string[];
  /** Empty directories that only have to be there. */
  readonly directories: readonly string[];
  /** Made-up files, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Empty files and directories in front of what is below a place. */
  readonly masks: Masks;
  /** Directories of the working tree that have another group than the user's main one. */
  readonly otherGroups: readonly string[];
  /** How many names were searched for secrets. */
  readonly searched: number;
}

/** What commands are told to be theirs. */
export interface Inside extends Person {
  /** Where they start. */
  readonly directory: string;
}

export interface ViewRequest {
  readonly directory: string;
  /** A real path. */
  readonly home: string;
  /**
   * Where commands see both, and as whom, if they are made for them: then nothing around the directory
   * is shown, nothing in it is a secret of this machine, and of the machine only what programs need is shown.
   */
  readonly copyAt?: Inside;
  /** As it is written elsewhere, if that is a link. */
  readonly homeAsGiven?: string;
  readonly uid: number;
  readonly gid: number;
  /** Never shown. */
  readonly stateDirectory: string;
  /** Shown as well, because the person said so; see `showable` for what never is. */
  readonly shows: readonly string[];
  /** Hidden as well. */
  readonly hides?: readonly string[];
  readonly environmentFiles: "hidden" | "readable";
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether the address that git puts into commits is shown: a commit may be kept. */
  readonly showsAddress: boolean;
  /** What shows it. Overlays are fast when they are few, and can hide what is inside of them. */
  readonly shownBy: "overlays" | "binds";
}

export const TEMPORARY: readonly string[] = ["/tmp", "/var/tmp"];
const LOGS = "/var/log";
type Listed = ReadonlyMap<string, readonly string[]>;

const FOR_JOBS: Listed = new Map([
  ["/etc", SETTINGS],
  ["/var", VARIABLE_DATA],
]);
const FOR_PEOPLE: Listed = new Map([
  ["/etc", [...SETTINGS, ...PERSONAL_SETTINGS]],
  ["/var", [...VARIABLE_DATA, ...PERSONAL_DATA]],
]);

/** @throws SearchFailed */
export function planView(request: ViewRequest): View {
  const { directory, home, copyAt, uid, shownBy } = request;
  const inside = copyAt ?? request;
  const own = copyAt === undefined ? workingTree(directory, home) : [];
  const shown = request.shows.flatMap((path) => {
    const found = showable(path, request);
    return found.ok ? [found.path] : [];
  });
  const tools = toolchains(request).filter(({ real }) => mayBeShown(real, home));
  const whole = wholeDirectories(uid, shownBy);
  const withLogin = settingsWithLogin();
  const listed = copyAt === undefined ? FOR_PEOPLE : FOR_JOBS;
  const system = systemPaths(listed, whole, new Set(withLogin));
  const empty = [inside.home, ...TEMPORARY, ...(whole.includes("/var") ? [LOGS] : [])];
  const places = outermost(
    [
      // First: where the working tree itself is asked for, it stays writable.
      ...shown.map((at) => placed(at, "shown")),
      ...[...own, ...tools.map(({ real }) => real)].map((at) => placed(at, "own")),
      ...[...system, process.execPath].map((at) => placed(at, "system")),
    ],
    empty,
  );
  const isOwn = (path: string) =>
    places.some(({ at, kind }) => kind === "own" && isBelow(path, at));
  const isThere = (path: string) => path === copyAt?.home || kindOf(path) === "directory";
  const scratch = empty.filter((path) => !isOwn(path) && isThere(path));
  const files = filesOf(request, isOwn(home));
  const masks = masksOf(request, { own, shown, places, files, tools, whole, withLogin });
  return {
    places,
    scratch,
    links: [
      ...system.flatMap((at) => asLink(at)),
      ...tools.flatMap(({ at, real }) => (at === real || isOwn(at) ? [] : [{ at, to: real }])),
      ...(request.homeAsGiven === undefined || request.homeAsGiven === home
        ? []
        : [{ at: request.homeAsGiven, to: home }]),
    ],
    directories: [inside.directory, inside.home],
    files,
    ...masks,
  };
}

interface Tool {
  /** Where it is named. */
  readonly at: string;
  readonly real: string;
}

function toolchains({ home, environment }: ViewRequest): readonly Tool[] {
  const named = (variable: string) => {
    const value = environment[variable];
    return value?.startsWith("/") && realPathOf(value) !== home ? [value] : [];
  };
  const listed = TOOLCHAINS.flatMap(({ directory, variables = [], shows = null }) =>
    [...matchesIn(home, directory), ...variables.flatMap(named)].flatMap((at) =>
      shows === null ? [at] : shows.flatMap((pattern) => matchesIn(at, pattern)),
    ),
  );
  return [...new Set([...listed, ...TOOLCHAIN_VARIABLES.flatMap(named)])].flatMap((at) => {
    const real = realPathOf(at);
    const kind = real === null ? null : kindOf(real);
    return real !== null && (kind === "directory" || kind === "file") ? [{ at, real }] : [];
  });
}

/**
 * Directories that are shown whole, with what is not listed hidden in them: one overlay instead of
 * many, and root adds files to both when it installs a package.
 */
function wholeDirectories(uid: number, shownBy: ViewRequest["shownBy"]): readonly string[] {
  if (shownBy === "binds") return [];
  return uid === 0 ? ["/etc", "/var"] : ["/etc"];
}

function systemPaths(
  listed: Listed,
  whole: readonly string[],
  withLogin: ReadonlySet<string>,
): readonly string[] {
  const paths = [...listed].flatMap(([top, names]) =>
    whole.includes(top) ? [top] : names.flatMap((name) => matchesIn(top, name)),
  );
  return [...new Set([...PROGRAM_DIRECTORIES, ...paths])].filter(
    (path) => kindOf(path) !== null && !withLogin.has(path),
  );
}

function asLink(at: string): readonly Link[] {
  const to = kindOf(at) === "link" ? linkTarget(at) : null;
  return to === null ? [] : [{ at, to }];
}

function placed(at: string, kind: Place["kind"]): readonly Place[] {
  const is = kindOf(at);
  return is === "directory" || is === "file" ? [{ at, kind, isDirectory: is === "directory" }] : [];
}

/** Without places that another one shows anyway; parents first. */
function outermost(
  places: readonly (readonly Place[])[],
  empty: readonly string[],
): readonly Place[] {
  const byPath = new Map(places.flat().map((place) => [place.at, place]));
  const isBehindEmpty = (at: string, around: string) =>
    empty.some((path) => isBelow(at, path) && isBelow(path, around));
  return [...byPath.values()]
    .filter(({ at, kind }) => {
      const around = parentsOf(at).flatMap((path) => byPath.get(path) ?? []);
      // A tool of the person's own inside another directory stays: it may be written to.
      return !around.some(
        (other) => other.kind === "own" || (kind !== "own" && !isBehindEmpty(at, other.at)),
      );
    })
    .sort((one, other) => one.at.length - other.at.length);
}

function settingsWithLogin(): readonly string[] {
  return SETTINGS_WITH_LOGIN.flatMap((name) => matchesIn("/etc", name)).filter(
    (path) => kindOf(path) === "file" && holdsCredentials(textAt(path) ?? ""),
  );
}

function filesOf(request: ViewRequest, isHomeShown: boolean): ReadonlyMap<string, string> {
  const { home, copyAt = request, shownBy, showsAddress, uid } = request;
  const git = isHomeShown ? "" : gitSettings(home, showsAddress);
  return new Map([
    ...syntheticFiles(copyAt, uid === 0 && shownBy === "overlays"),
    ...(git === "" ? [] : [[join(home, ".gitconfig"), git] as const]),
  ]);
}

interface Shown {
  readonly own: readonly string[];
  /** Asked for by path. */
  readonly shown: readonly string[];
  readonly places: readonly Place[];
  readonly files: ReadonlyMap<string, string>;
  readonly tools: readonly Tool[];
  readonly whole: readonly string[];
  /** Settings of the machine. */
  readonly withLogin: readonly string[];
}

function masksOf(
  request: ViewRequest,
  all: Shown,
): Pick<View, "masks" | "otherGroups" | "searched"> {
  const { home, stateDirectory, environmentFiles, uid } = request;
  const { own, shown, places, files, tools, whole, withLogin } = all;
  const state = realPathOf(stateDirectory) ?? stateDirectory;
  const without = new Set([state, join(home, ".fix")]);
  const directories: string[] = [...without].filter((path) => kindOf(path) === "directory");
  const hides = (request.hides ?? []).map((path) => realPathOf(path) ?? path);
  directories.push(...hides.filter((path) => kindOf(path) === "directory"));
  const found = hides.filter((path) => kindOf(path) === "file");
  const otherGroups: string[] = [];
  let searched = 0;
  // Root's files keep whatever group they have.
  const gid = uid === 0 ? null : request.gid;
  const tops = [...own, ...shown, ...SEARCHED_PROGRAMS].filter(
    (path) => kindOf(path) === "directory",
  );
  for (const top of tops) {
    const seen = searchRemembered(top, without, stateDirectory, gid);
    searched += seen.entries;
    if (own.includes(top)) otherGroups.push(...seen.otherGroups);
    directories.push(...seen.directories);
    found.push(...seen.files);
    found.push(...seen.keys.filter((path) => !isMadeUpLogin(path) && holdsPrivateKey(path)));
    // In an overlay they lead nowhere.
    if (request.shownBy === "binds") found.push(...seen.special);
  }
  const near = secretsNearTop(
    tools.map(({ real }) => real),
    home,
    without,
  );
  directories.push(...near.directories);
  found.push(...near.files);
  const inHomes = homes(home).filter((path) => own.includes(path));
  for (const each of inHomes) {
    const kept = [...own, ...shown, ...tools.map(({ real }) => real), ...files.keys()];
    const hidden = hiddenIn(each, (name) => !name.startsWith("."), kept);
    directories.push(...hidden.directories);
    found.push(...hidden.files);
  }
  for (const top of whole) {
    const names = FOR_PEOPLE.get(top) ?? [];
    const kept = [...own, ...shown, ...files.keys(), ...TEMPORARY, LOGS];
    const listed = names.flatMap((name) => matchesIn(top, name));
    const hidden = hiddenIn(top, () => false, [...kept, ...listed]);
    directories.push(...hidden.directories);
    found.push(...hidden.files);
  }
  found.push(...withLogin);
  const isHidden = environmentFiles === "hidden" ? () => true : isNotEnvironment;
  const isAsked = (path: string) => isHidden(path) && !own.includes(path);
  const masks = belowPlaces(places, directories.filter(isAsked), found.filter(isAsked));
  const isShown = (path: string) => !masks.directories.some((above) => isBelow(path, above));
  return { searched, masks, otherGroups: otherGroups.filter(isShown) };
}

/** The outermost of each. */
function belowPlaces(
  places: readonly Place[],
  directories: readonly string[],
  files: readonly string[],
): Masks {
  const isBelowAny = (path: string, tops: ReadonlySet<string>) =>
    parentsOf(path).some((parent) => tops.has(parent));
  const shown = new Set(places.map(({ at }) => at));
  const hidden = new Set(directories.filter((path) => isBelowAny(path, shown)));
  const isOuter = (path: string) => isBelowAny(path, shown) && !isBelowAny(path, hidden);
  return {
    directories: [...hidden].filter(isOuter),
    files: [...new Set(files)].filter((path) => isOuter(path) && !hidden.has(path)),
  };
}

function isNotEnvironment(path: string): boolean {
  return !isEnvironmentFile(path.slice(path.lastIndexOf("/") + 1));
}
