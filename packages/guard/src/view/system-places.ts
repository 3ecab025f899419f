/**
 * What a jail shows of the system: programs, libraries, and the settings without which they do not
 * start. Everything else at the top of the tree, in /etc and in /var is absent.
 */
import { join } from "node:path";

/** Programs, libraries and headers. Links, as /bin often is, are shown as links. */
export const PROGRAM_DIRECTORIES: readonly string[] = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/opt",
  "/nix",
  "/gnu",
  "/snap",
  join("/home", "linuxbrew/.linuxbrew"),
];

/** Where people deploy applications too: searched for secrets like a working tree. */
export const SEARCHED_PROGRAMS: readonly string[] = ["/opt"];

/** In /etc. A star stands for any part of one name. */
export const SETTINGS: readonly string[] = [
  // Linking and choosing programs.
  "alternatives",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  // Which system this is.
  "os-release",
  "*-release",
  "debian_version",
  "lsb-release",
  // Language, time, terminal, fonts.
  "locale.alias",
  "locale.conf",
  "localtime",
  "timezone",
  "terminfo",
  "fonts",
  "magic",
  "magic.mime",
  "mime.types",
  // Certificates, never keys.
  "ca-certificates",
  "ssl/certs",
  "ssl/cert.pem",
  "ssl/openssl.cnf",
  "pki/ca-trust",
  "pki/tls/certs",
  "pki/tls/cert.pem",
  "pki/tls/openssl.cnf",
  "crypto-policies",
  // Names of protocols and sources of names; the names themselves are made up.
  "nsswitch.conf",
  "services",
  "protocols",
  "rpc",
  "host.conf",
  "gai.conf",
  "mtab",
  // Languages and build tools.
  "python*",
  "perl",
  "php",
  "ruby",
  "java*",
  "maven",
  "gradle",
  "npmrc",
  "pip.conf",
  "pkg-config",
  "xml",
  "sgml",
  "texmf",
  "R",
  "julia",
  "OpenCL",
  "vulkan",
  "glvnd",
  "xattr.conf",
];

/** In /var: what compilers and programs find there. */
export const VARIABLE_DATA: readonly string[] = [
  "lib/gems",
  "lib/sgml-base",
  "lib/texmf",
  "lib/xml-core",
  "cache/ccache",
  "cache/fontconfig",
];

/** In /etc: what the commands of a person read besides. A stranger's job does not see it. */
export const PERSONAL_SETTINGS: readonly string[] = [
  "issue",
  "locale.gen",
  "inputrc",
  "manpath.config",
  "groff",
  "ca-certificates.conf",
  // Shells and accounts without their holders.
  "bash.bashrc",
  "bashrc",
  "bash_completion.d",
  "profile",
  "profile.d",
  "shells",
  "skel",
  "zsh",
  "fish",
  "login.defs",
  "adduser.conf",
  "deluser.conf",
  "pam.conf",
  "pam.d",
  "security/limits.conf",
  "security/limits.d",
  "default/locale",
  "default/useradd",
  // Package managers of the system, without what they log in with.
  "apt/sources.list",
  "apt/sources.list.d",
  "apt/apt.conf.d",
  "apt/preferences.d",
  "apt/trusted.gpg",
  "apt/trusted.gpg.d",
  "apt/keyrings",
  "dpkg",
  "debconf.conf",
  "ucf.conf",
  "rpm",
  "yum.conf",
  "yum.repos.d",
  "dnf",
  "pacman.conf",
  "pacman.d",
  "zypp",
  "apk",
  // Tools, editors, desktops.
  "gitconfig",
  "gitattributes",
  "gprofng.rc",
  "gdb",
  "vim",
  "emacs",
  "nanorc",
  "wgetrc",
  "xdg",
  "X11",
  "dconf",
  "init.d",
];

/** In /var: the same, mostly what package managers read. */
export const PERSONAL_DATA: readonly string[] = [
  "lib/dpkg",
  "lib/apt",
  "lib/rpm",
  "lib/dnf",
  "lib/pacman",
  "lib/ucf",
  "lib/pam",
  "lib/python",
  "lib/shells.state",
  "lib/snapd/desktop",
  "lib/flatpak/exports",
  "lib/misc",
  "lib/man-db",
  "lib/vim",
  "lib/ca-certificates-java",
  "cache/apt",
  "cache/dnf",
  "cache/yum",
  "cache/pacman",
  "cache/debconf",
  "cache/ldconfig",
  "cache/man",
];

/** Of the settings above: hidden if they hold a login. */
export const SETTINGS_WITH_LOGIN: readonly string[] = [
  "npmrc",
  "pip.conf",
  "gitconfig",
  "wgetrc",
  "maven/settings.xml",
  "apt/sources.list",
  "apt/sources.list.d/*",
  "apt/apt.conf.d/*",
  "yum.conf",
  "yum.repos.d/*",
  "pacman.conf",
  "profile.d/*",
];
