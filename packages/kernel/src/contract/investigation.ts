/**
 * Which investigation commands are allowed: a first, coarse filter.
 *
 * It is one printable line, and its first word is a tool that can read. What else it may be is
 * decided on the principal's machine by the guard, which does not rely on this.
 */
const READERS: ReadonlySet<string> = new Set(
  [
    "R Rscript [ [[ actionlint adb ag ansible ansible-inventory ansible-playbook ant apache2",
    "apk apt apt-cache apt-mark ar arch as asdf autoconf automake awk aws az b2sum base64",
    "basename bash bazel bazelisk black brew buf bun bundle bundler bzcat bzip2 c++filt cabal",
    "caddy cargo cat cd cksum clang clang++ clang-format clang-tidy clangd cloc clojure cmake",
    "cmp col column comm command composer conan conda consul convert corepack crystal curl",
    "cut dart date deno df diff dig dirname dnf docker docker-compose dotnet dpkg dpkg-query",
    "du dune echo egrep elixir emcc env erl eslint expand false fd fdfind ffmpeg ffprobe",
    "fgrep file find findmnt firebase fish flake8 flatpak flutter flyctl fnm fold free fuser",
    "g++ gawk gcc gcloud gdb gem getconf getent getfacl gh ghc ghc-pkg ghcup git glab gleam",
    "go gofmt gpg gradle grep groovy groups guix gunzip gzip hadolint head helm heroku",
    "hexdump hg host hostname hostnamectl httpd hub hugo iconv id iex ifconfig ip jar java",
    "javac javap jcmd jekyll jenv jest journalctl jps jq julia kind kotlin kotlinc kubectl ld",
    "ldconfig ldd lein lerna less lldb locale ls lsattr lsb_release lsblk lscpu lsmod lsof",
    "lspci lsusb lua luac luajit luarocks magick make man mariadb mawk md5sum meson minikube",
    "mise mix mkdocs mongo mongosh more mount mvn mypy mysql mysqladmin namei nc netlify",
    "netstat next ng nginx nim ninja nix nix-build nix-env nix-shell nl nm node nodenv nomad",
    "npm nproc npx nslookup nvcc nvidia-smi nvm nx objdump ocaml ocamlfind octave od opam",
    "openssl packer pacman pandoc paste pdflatex perl pg_isready pgrep php pidof ping pip",
    "pip3 pipdeptree pipenv pipx pkg-config pnpm pod podman poetry postgres pre-commit",
    "prettier printenv printf protoc ps psql pstree pulumi pwd pyenv pylint pytest python",
    "python3 qmake rails rake rbenv readelf readlink realpath rebar rebar3 redis-cli",
    "redis-server rev rg rpm ruby ruff rust-analyzer rustc rustfmt rustup sbt scala scalac",
    "scc sdk sed seq sh sha1sum sha256sum sha512sum shellcheck size snap sort sqlite3 ss ssh",
    "stack stat strace strings svn sw_vers swift swiftc sysctl systemctl tac tail tar",
    "terraform test timedatectl timeout tokei top tox tr traceroute tree true tsc turbo type",
    "ulimit umask uname uniq unzip update-alternatives update-java-alternatives uptime uv",
    "vagrant valgrind vault vcpkg vercel vite volta wasm-pack wc webpack wget whereis which",
    "whoami xargs xcode-select xcodebuild xcrun xmllint xxd xz xzcat yamllint yarn yq yum",
    "zcat zgrep zig zipinfo zsh zstdcat",
  ].flatMap((line) => line.split(" ")),
);

export const INVESTIGATION_COMMANDS: readonly string[] = [...READERS].sort();

/** Everything that is not one printable line. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

/** Why this command is refused, or null. */
export function investigationProblem(command: string): string | null {
  if (!command.isWellFormed()) return "a lone surrogate has no UTF-8 encoding";
  const found = UNPRINTABLE.exec(command);
  if (found !== null) {
    return `${JSON.stringify(found[0])} is not allowed: one line of printable characters`;
  }
  const [word = ""] = command.trim().split(/[\s|;&<>()]+/, 1);
  if (!READERS.has(word)) {
    return `${JSON.stringify(word.slice(0, 40))} is not a command that only reads`;
  }
  return null;
}
