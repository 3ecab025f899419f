/** The grammars of all allowed tools, by name. */
import { type Grammar, PATH } from "./grammar.ts";
import { ag } from "./tools/ag.ts";
import { apt } from "./tools/apt.ts";
import { aptCache } from "./tools/apt-cache.ts";
import { arch } from "./tools/arch.ts";
import * as archives from "./tools/archives.ts";
import { awk } from "./tools/awk.ts";
import { basename } from "./tools/basename.ts";
import {
  always,
  bracket,
  cd,
  command,
  doubleBracket,
  env,
  never,
  printenv,
  printf,
  seq,
  ulimit,
  umask,
  xargs,
} from "./tools/builtins.ts";
import { cargo } from "./tools/cargo.ts";
import { cat } from "./tools/cat.ts";
import {
  actionlint,
  black,
  cloc,
  cxxfilt,
  gofmt,
  hadolint,
  javap,
  ninja,
  readelf,
  ruff,
  scc,
  shellcheck,
  size,
  tokei,
  yamllint,
} from "./tools/checkers.ts";
import { clang } from "./tools/clang.ts";
import { clangPlusPlus } from "./tools/clang-plus-plus.ts";
import { cmake } from "./tools/cmake.ts";
import { cmp } from "./tools/cmp.ts";
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
import { bash, go, java, jps, node, php, python, ruby } from "./tools/languages.ts";
import { ldd } from "./tools/ldd.ts";
import { less } from "./tools/less.ts";
import { ls } from "./tools/ls.ts";
import { lsbRelease } from "./tools/lsb-release.ts";
import { lscpu } from "./tools/lscpu.ts";
import {
  apk,
  aptMark,
  brew,
  date,
  dnf,
  dpkgQuery,
  fd,
  findmnt,
  flatpak,
  getconf,
  getent,
  getfacl,
  groups,
  hostname,
  ldconfig,
  locale,
  lsattr,
  lsblk,
  lsmod,
  lspci,
  lsusb,
  man,
  more,
  namei,
  nproc,
  nvidiaSmi,
  pgrep,
  pidof,
  pstree,
  snap,
  sysctl,
  top,
  updateAlternatives,
  updateJavaAlternatives,
  uptime,
} from "./tools/machine.ts";
import { make } from "./tools/make.ts";
import { md5sum } from "./tools/md5sum.ts";
import { mount } from "./tools/mount.ts";
import { nm } from "./tools/nm.ts";
import { npm } from "./tools/npm.ts";
import { objdump } from "./tools/objdump.ts";
import { openssl } from "./tools/openssl.ts";
import {
  aws,
  composer,
  conda,
  dart,
  dotnet,
  flutter,
  gcloud,
  ghcPkg,
  ghcup,
  luarocks,
  opam,
  pipdeptree,
  pnpm,
  rustup,
  terraform,
  uv,
} from "./tools/packages.ts";
import { pacman } from "./tools/pacman.ts";
import { pip } from "./tools/pip.ts";
import { pip3 } from "./tools/pip3.ts";
import { pkgConfig } from "./tools/pkg-config.ts";
import { ps } from "./tools/ps.ts";
import { pwd } from "./tools/pwd.ts";
import { readlink } from "./tools/readlink.ts";
import { realpath } from "./tools/realpath.ts";
import { rg } from "./tools/rg.ts";
import { rpm } from "./tools/rpm.ts";
import { rustc } from "./tools/rustc.ts";
import { sed } from "./tools/sed.ts";
import {
  docker,
  dockerCompose,
  fuser,
  helm,
  ifconfig,
  ip,
  kubectl,
  lsof,
  netstat,
  sqlite3,
  ss,
  systemctl,
  timedatectl,
} from "./tools/services.ts";
import { sha256sum } from "./tools/sha256sum.ts";
import { stat } from "./tools/stat.ts";
import { strings } from "./tools/strings.ts";
import { tail } from "./tools/tail.ts";
import { test } from "./tools/test.ts";
import * as textFilters from "./tools/text-filters.ts";
import { timeout } from "./tools/timeout.ts";
import { tree } from "./tools/tree.ts";
import { type } from "./tools/type-command.ts";
import { uname } from "./tools/uname.ts";
import { VERSIONS } from "./tools/versions.ts";
import { wc } from "./tools/wc.ts";
import { whereis } from "./tools/whereis.ts";
import { which } from "./tools/which.ts";
import { whoami } from "./tools/whoami.ts";

const TOOLS: Readonly<Record<string, Grammar>> = {
  ...archives,
  ...textFilters,
  ag,
  apt,
  "apt-cache": aptCache,
  arch,
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
  npm,
  objdump,
  pacman,
  pip,
  pip3,
  "pkg-config": pkgConfig,
  ps,
  pwd,
  readlink,
  realpath,
  rg,
  rpm,
  rustc,
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
  awk,
  true: always,
  "[": bracket,
  cd,
  command,
  env,
  false: never,
  printenv,
  printf,
  ulimit,
  xargs,
  git,
  aws,
  bash,
  black,
  composer,
  conda,
  dart,
  dotnet,
  flutter,
  "ghc-pkg": ghcPkg,
  ghcup,
  go,
  gofmt,
  java,
  javap,
  jps,
  luarocks,
  ninja,
  node,
  opam,
  php,
  pnpm,
  python,
  readelf,
  ruby,
  ruff,
  rustup,
  shellcheck,
  size,
  terraform,
  uv,
  yamllint,
  apk,
  "apt-mark": aptMark,
  brew,
  date,
  dnf,
  "dpkg-query": dpkgQuery,
  findmnt,
  getconf,
  getfacl,
  hostname,
  ldconfig,
  locale,
  lsattr,
  lsblk,
  lsmod,
  lspci,
  lsusb,
  namei,
  nproc,
  "nvidia-smi": nvidiaSmi,
  pgrep,
  pidof,
  pstree,
  sysctl,
  top,
  "update-alternatives": updateAlternatives,
  uptime,
  openssl,
  sed,
  docker,
  "docker-compose": dockerCompose,
  fuser,
  helm,
  ifconfig,
  ip,
  kubectl,
  lsof,
  netstat,
  sqlite3,
  ss,
  systemctl,
  timedatectl,
  "c++filt": cxxfilt,
  "[[": doubleBracket,
  "update-java-alternatives": updateJavaAlternatives,
  actionlint,
  cksum: { ...sha256sum, form: { operands: { rest: PATH, min: 1 } }, filters: {} },
  cloc,
  fd,
  fdfind: fd,
  flatpak,
  gawk: awk,
  gcloud,
  getent,
  groups,
  gunzip: archives.gzip,
  hadolint,
  man,
  more,
  pipdeptree,
  scc,
  seq,
  sh: bash,
  snap,
  tokei,
  umask,
  mawk: awk,
  egrep: grep,
  fgrep: grep,
  sha1sum: sha256sum,
  sha512sum: sha256sum,
  b2sum: sha256sum,
  podman: docker,
  python3: python,
  yum: dnf,
  ...VERSIONS,
};

/** In the order of their names. */
export const GRAMMARS: Readonly<Record<string, Grammar>> = Object.fromEntries(
  Object.entries(TOOLS).sort(([one], [other]) => (one < other ? -1 : 1)),
);
