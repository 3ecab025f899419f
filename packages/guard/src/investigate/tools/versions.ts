/**
 * Tools that are only asked for their version: everything else they do runs programs of the project,
 * needs the network, or changes something. They start in `/`, where no project can configure them.
 */
import {
  ALONE,
  choice,
  type Form,
  forms,
  type Grammar,
  NAME,
  NO_NETWORK,
  RUNS_CODE,
} from "../grammar.ts";

const ONLY_VERSION = "only its version may be asked";

function versionOnly(words: string, why: string): Grammar {
  return {
    purpose: "names its version",
    form: forms([`--version ${words}`.trim(), ALONE]),
    startsIn: "/",
    never: { "*": why },
  };
}

function each(tools: string, words: string, why: string): Readonly<Record<string, Grammar>> {
  const grammar = versionOnly(words, why);
  return Object.fromEntries(tools.split(" ").map((tool) => [tool, grammar]));
}

/** Lists installed versions of a language; it starts none of them. */
const MANAGED: Form = { switches: "--bare --installed --no-legacy", operands: { rest: NAME } };
const MANAGER: Grammar = {
  purpose: "lists installed versions",
  form: forms(
    ["versions version list ls current root prefix whence which where plugins", MANAGED],
    ["plugin", { operands: { first: [choice("list", "ls")], min: 1 } }],
    ["-v --version", ALONE],
  ),
  startsIn: "/",
  never: { "*": "it changes versions, or runs one" },
};

export const VERSIONS: Readonly<Record<string, Grammar>> = {
  ...Object.fromEntries(
    "asdf fnm jenv mise nodenv nvm pyenv rbenv sdk volta".split(" ").map((tool) => [tool, MANAGER]),
  ),
  ...each("bundle bundler bun deno npx pipenv poetry rails rake yarn", "-v -V version", RUNS_CODE),
  ...each("ansible ansible-playbook mypy pre-commit pylint flake8 pytest tox", "-V", RUNS_CODE),
  ...each("tsc jest eslint prettier vite webpack next nx turbo lerna corepack ng", "-v", RUNS_CODE),
  ...each("mvn gradle ant", "-v -version", RUNS_CODE),
  ...each("javac kotlin kotlinc scala scalac groovy sbt", "-version", RUNS_CODE),
  ...each("lein clojure elixir mix iex rebar3 rebar", "-v version", RUNS_CODE),
  ...each("ghc cabal stack ocaml dune ocamlfind", "-V -version --numeric-version", RUNS_CODE),
  ...each("swift swiftc xcodebuild xcrun pod nim crystal gleam", "-version -v", RUNS_CODE),
  ...each("bazel bazelisk meson conan vcpkg qmake autoconf automake", "version -v", RUNS_CODE),
  ...each("R Rscript julia octave perl lua luajit luac", "-v -V", RUNS_CODE),
  ...each("nix nix-env nix-build nix-shell guix", "", ONLY_VERSION),
  ...each("pg_isready mysqladmin ansible-inventory", "-V", NO_NETWORK),
  ...each("zig", "version env", RUNS_CODE),
  ...each("erl", "-version", RUNS_CODE),
  ...each("zsh fish jcmd", "", RUNS_CODE),
  ...each("psql mysql mariadb redis-cli mongo mongosh redis-server postgres", "-V -v", NO_NETWORK),
  ...each("curl wget ssh dig nslookup host ping nc traceroute gpg", "-V", NO_NETWORK),
  ...each("gh glab hub az heroku netlify vercel firebase flyctl", "-v version", NO_NETWORK),
  ...each("pulumi vault consul nomad packer vagrant minikube kind", "-v version", NO_NETWORK),
  ...each("nginx apache2 httpd caddy", "-v -V version", ONLY_VERSION),
  ...each("gdb lldb valgrind strace ld as nvcc protoc buf", "-v -V", ONLY_VERSION),
  ...each("ffmpeg ffprobe convert magick pandoc pdflatex", "-version -v", ONLY_VERSION),
  ...each("clang-format clang-tidy clangd rustfmt rust-analyzer", "-V", ONLY_VERSION),
  ...each("hg svn adb emcc wasm-pack hugo jekyll mkdocs pipx", "version -v", ONLY_VERSION),
  sw_vers: {
    ...versionOnly("-productVersion -buildVersion -productName", ONLY_VERSION),
    form: forms([" -productVersion -buildVersion -productName", ALONE]),
  },
  ...each("xcode-select", "-p --print-path -v", ONLY_VERSION),
  ...each("journalctl", "", "the machine's log is private; ask for the log of the program itself"),
};
