/** The grammars of all allowed tools, by name. */
import { type Grammar, NUMBER, PATH } from "./grammar.ts";
import { ABSENT } from "./tools/absent.ts";
import { ag } from "./tools/ag.ts";
import { apt } from "./tools/apt.ts";
import { aptCache } from "./tools/apt-cache.ts";
import { arch } from "./tools/arch.ts";
import * as archives from "./tools/archives.ts";
import { awk } from "./tools/awk.ts";
import { basename } from "./tools/basename.ts";
import * as builtins from "./tools/builtins.ts";
import { cargo } from "./tools/cargo.ts";
import { cat } from "./tools/cat.ts";
import * as checkers from "./tools/checkers.ts";
import { clang } from "./tools/clang.ts";
import { clangPlusPlus } from "./tools/clang-plus-plus.ts";
import { cmake } from "./tools/cmake.ts";
import { cmp } from "./tools/cmp.ts";
import { CONFIG_SCRIPTS } from "./tools/config-scripts.ts";
import { df } from "./tools/df.ts";
import { diff } from "./tools/diff.ts";
import { dirname } from "./tools/dirname.ts";
import { dpkg } from "./tools/dpkg.ts";
import { du } from "./tools/du.ts";
import { echo } from "./tools/echo.ts";
import { file } from "./tools/file.ts";
import { find } from "./tools/find.ts";
import { free } from "./tools/free.ts";
import { gPlusPlus } from "./tools/g-plus-plus.ts";
import { gcc } from "./tools/gcc.ts";
import { gem } from "./tools/gem.ts";
import { git } from "./tools/git.ts";
import { grep } from "./tools/grep.ts";
import { head } from "./tools/head.ts";
import { hostnamectl } from "./tools/hostnamectl.ts";
import { id } from "./tools/id.ts";
import * as languages from "./tools/languages.ts";
import { ldd } from "./tools/ldd.ts";
import { less } from "./tools/less.ts";
import { ls } from "./tools/ls.ts";
import { lsbRelease } from "./tools/lsb-release.ts";
import { lscpu } from "./tools/lscpu.ts";
import * as machine from "./tools/machine.ts";
import { make } from "./tools/make.ts";
import { md5sum } from "./tools/md5sum.ts";
import { mount } from "./tools/mount.ts";
import { nm } from "./tools/nm.ts";
import * as nodePackages from "./tools/node-packages.ts";
import { objdump } from "./tools/objdump.ts";
import { openssl } from "./tools/openssl.ts";
import * as packages from "./tools/packages.ts";
import { pacman } from "./tools/pacman.ts";
import { pkgConfig } from "./tools/pkg-config.ts";
import { ps } from "./tools/ps.ts";
import { pwd } from "./tools/pwd.ts";
import { conda, pip, pipdeptree, pipx, poetry, uv } from "./tools/python-packages.ts";
import { readlink } from "./tools/readlink.ts";
import { realpath } from "./tools/realpath.ts";
import { rg } from "./tools/rg.ts";
import { rpm } from "./tools/rpm.ts";
import { rustc } from "./tools/rustc.ts";
import { sed } from "./tools/sed.ts";
import * as services from "./tools/services.ts";
import { sha256sum } from "./tools/sha256sum.ts";
import { stat } from "./tools/stat.ts";
import { strings } from "./tools/strings.ts";
import * as systemPackages from "./tools/system-packages.ts";
import { tail } from "./tools/tail.ts";
import { test } from "./tools/test.ts";
import * as textFilters from "./tools/text-filters.ts";
import { timeout } from "./tools/timeout.ts";
import * as toolchains from "./tools/toolchains.ts";
import { tree } from "./tools/tree.ts";
import { type } from "./tools/type-command.ts";
import { uname } from "./tools/uname.ts";
import { VERSIONS } from "./tools/versions.ts";
import { wc } from "./tools/wc.ts";
import { whereis } from "./tools/whereis.ts";
import { which } from "./tools/which.ts";
import { whoami } from "./tools/whoami.ts";

/** Groups of tools, by the names of their exports: `aptGet` is `apt-get`. */
function named(group: Readonly<Record<string, Grammar>>): Readonly<Record<string, Grammar>> {
  const dashed = (name: string) =>
    name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return Object.fromEntries(
    Object.entries(group).map(([name, grammar]) => [dashed(name), grammar]),
  );
}

/** The same tool in several versions: `gcc-12`. */
function numbered(
  names: string,
  first: number,
  last: number,
  grammar: Grammar,
): Readonly<Record<string, Grammar>> {
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const tools = names.split(" ").flatMap((name) => numbers.map((number) => `${name}${number}`));
  return Object.fromEntries(tools.map((tool) => [tool, grammar]));
}

const { always, bracket, doubleBracket, never, ...shell } = builtins;
const { cxxfilt, ...checked } = checkers;
const { fontList, ...machineTools } = machine;
const { terraform, ...packageTools } = packages;
const { docker, dockerCompose, ...serviceTools } = services;
const { dnf, ...systemTools } = systemPackages;
const { lineEnds, rLanguage, ...toolchainTools } = toolchains;

const TOOLS: Readonly<Record<string, Grammar>> = {
  ...archives,
  ...shell,
  ...checked,
  ...languages,
  ...named(machineTools),
  ...nodePackages,
  ...named({ terraform, ...packageTools }),
  ...named({ docker, dockerCompose, ...serviceTools }),
  ...named({ dnf, ...systemTools }),
  ...textFilters,
  ...named(toolchainTools),
  ...named({ aptCache, pkgConfig }),
  ag,
  apt,
  arch,
  awk,
  basename,
  cargo,
  cat,
  clang,
  "clang++": clangPlusPlus,
  cmake,
  cmp,
  df,
  diff,
  dirname,
  dpkg,
  du,
  echo,
  file,
  find,
  free,
  "g++": gPlusPlus,
  gcc,
  gem,
  git,
  grep,
  head,
  hostnamectl,
  id,
  ldd,
  less,
  ls,
  lsb_release: lsbRelease,
  lscpu,
  make,
  md5sum,
  mount,
  nm,
  objdump,
  openssl,
  pacman,
  ps,
  pwd,
  readlink,
  realpath,
  rg,
  rpm,
  rustc,
  sed,
  sha256sum,
  stat,
  strings,
  tail,
  test,
  timeout,
  tree,
  type,
  uname,
  wc,
  whereis,
  which,
  whoami,
  conda,
  pip,
  pipdeptree,
  pipx,
  poetry,
  uv,
  // Names that are no names of exports.
  "[": bracket,
  "[[": doubleBracket,
  "c++filt": cxxfilt,
  R: rLanguage,
  false: never,
  true: always,
  // Other names of the same tools.
  b2sum: sha256sum,
  "c++": gPlusPlus,
  cc: gcc,
  cksum: { ...sha256sum, form: { operands: { rest: PATH, min: 1 } }, filters: {} },
  cpp: gcc,
  dos2unix: lineEnds,
  egrep: grep,
  "fc-list": fontList,
  "fc-match": fontList,
  fdfind: machine.fd,
  fgrep: grep,
  gawk: awk,
  gunzip: archives.gzip,
  mamba: conda,
  mawk: awk,
  micromamba: conda,
  nawk: awk,
  pip3: pip,
  pkgconf: pkgConfig,
  podman: docker,
  "podman-compose": dockerCompose,
  python2: languages.python,
  python3: languages.python,
  sh: languages.bash,
  sha1sum: sha256sum,
  sha224sum: sha256sum,
  sha384sum: sha256sum,
  sha512sum: sha256sum,
  shasum: {
    ...sha256sum,
    form: { options: { "-a --algorithm": NUMBER }, operands: { rest: PATH, min: 1 } },
  },
  tofu: terraform,
  unix2dos: lineEnds,
  xzgrep: archives.zgrep,
  bzgrep: archives.zgrep,
  yum: dnf,
  ...numbered("python3.", 7, 14, languages.python),
  ...numbered("pip3.", 7, 14, pip),
  ...numbered("gcc- g++- clang- clang++-", 7, 20, gcc),
  ...numbered("php7. php8.", 0, 4, languages.php),
  ...numbered("ruby2. ruby3.", 0, 4, languages.ruby),
  ...ABSENT,
  ...CONFIG_SCRIPTS,
  ...VERSIONS,
};

/** In the order of their names. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = Object.fromEntries(
  Object.entries(TOOLS).sort(([one], [other]) => (one < other ? -1 : 1)),
);
