/**
 * Tools that are only asked for their version: everything else they do runs programs of the project,
 * or changes something. They start in `/`, where no project can configure them.
 */
import { ALONE, choice, type Form, forms, type Grammar, NAME, RUNS_CODE } from "../grammar.ts";

const ONLY_VERSION = "only its version may be asked";

function each(tools: string, words: string, why: string): Readonly<Record<string, Grammar>> {
  const grammar: Grammar = {
    purpose: "names its version",
    form: forms([`--version ${words}`.trim(), ALONE]),
    startsIn: "/",
    never: { "*": why },
  };
  return Object.fromEntries(tools.split(" ").map((tool) => [tool, grammar]));
}

/** Lists installed versions of a language; it starts none of them. */
const MANAGED: Form = { switches: "--bare --installed --no-legacy", operands: { rest: NAME } };
const MANAGER: Grammar = {
  purpose: "lists installed versions",
  form: forms(
    [
      "versions version list ls current root prefix whence which where plugins local global",
      MANAGED,
    ],
    ["plugin", { operands: { first: [choice("list", "ls")], min: 1 } }],
    ["-v --version", ALONE],
  ),
  startsIn: "/",
  never: { "*": "it changes versions, or runs one" },
};
const MANAGERS = "asdf fnm goenv jenv mise nodenv nvm phpenv plenv pyenv rbenv rvm sdk tfenv volta";

export const VERSIONS: Readonly<Record<string, Grammar>> = {
  ...Object.fromEntries(MANAGERS.split(" ").map((tool) => [tool, MANAGER])),
  // JavaScript.
  ...each("npx bunx deno tsx ts-node vitest mocha jasmine karma ava", "-v -V", RUNS_CODE),
  ...each("tsc jest eslint prettier vite webpack next nx turbo lerna corepack ng", "-v", RUNS_CODE),
  ...each("rollup esbuild swc babel parcel gulp grunt cypress playwright", "-v -V", RUNS_CODE),
  ...each(
    "biome oxlint stylelint astro nuxt nest vue expo gatsby rush",
    "-v -V version",
    RUNS_CODE,
  ),
  ...each("node-gyp electron cordova ionic prisma serverless cdk sam", "-v -V", RUNS_CODE),
  // Python.
  ...each("pipenv pdm hatch rye pixi nox isort autopep8 bandit pyright", "-V", RUNS_CODE),
  ...each("mypy pre-commit pylint flake8 pytest py.test tox coverage", "-V", RUNS_CODE),
  ...each("django-admin flask uvicorn gunicorn celery alembic cython", "-V -v version", RUNS_CODE),
  ...each("jupyter ipython sphinx-build twine virtualenv mkdocs", "-V", RUNS_CODE),
  // Ruby, PHP, Perl.
  ...each("bundle bundler rails rake irb rspec rubocop fastlane pod", "-v -V version", RUNS_CODE),
  ...each("phpunit phpstan psalm pecl pear symfony laravel wp drush cpanm", "-V -v", RUNS_CODE),
  ...each("Rscript julia octave perl lua luajit", "-v -V", RUNS_CODE),
  // Java and relatives.
  ...each("mvn mvnd gradle ant", "-v -version", RUNS_CODE),
  ...each("javac kotlin kotlinc scala scalac scala-cli groovy sbt mill", "-version", RUNS_CODE),
  ...each("jshell jlink jpackage cs coursier ktlint checkstyle", "-version", RUNS_CODE),
  ...each("lein clojure clj bb boot shadow-cljs", "-v -version version", RUNS_CODE),
  // Functional languages.
  ...each("elixir elixirc mix iex rebar3 rebar erlc gleam", "-v version", RUNS_CODE),
  ...each("erl", "-version", RUNS_CODE),
  ...each("ghc ghci runghc stack hlint hpack haddock", "-V --numeric-version", RUNS_CODE),
  ...each("ocaml ocamlc ocamlopt ocamlfind dune esy coqc agda idris2 lean", "-version", RUNS_CODE),
  // Compiled languages and their tools.
  ...each(
    "swift swiftc swiftlint xcodebuild xcrun nim nimble crystal shards",
    "-version -v",
    RUNS_CODE,
  ),
  ...each("zig", "version env", RUNS_CODE),
  ...each("dmd ldc2 dub v odin fpc gnatmake gfortran", "-v version -dumpversion", RUNS_CODE),
  ...each("bazel bazelisk buck2 pants please conan vcpkg qmake", "version -v", RUNS_CODE),
  ...each(
    "scons xmake premake5 tup just task mage gmake bmake ctest cpack",
    "-v version",
    RUNS_CODE,
  ),
  ...each("autoconf automake autoreconf libtool libtoolize m4 aclocal", "-V", ONLY_VERSION),
  ...each("bison flex yacc nasm yasm swig doxygen ccache sccache distcc", "-V -v", ONLY_VERSION),
  ...each("gdb lldb valgrind strace ltrace perf ld ld.lld ld.gold mold as", "-v -V", ONLY_VERSION),
  ...each("nvcc protoc buf thrift capnp flatc protoc-gen-go", "-V -version version", ONLY_VERSION),
  ...each("clang-format clang-tidy clangd rustfmt rust-analyzer cppcheck", "-V", ONLY_VERSION),
  ...each("patchelf gcov lcov bear cross wasm-bindgen cbindgen bindgen", "-V", ONLY_VERSION),
  ...each("emcc wasm-pack wasmtime wasmer trunk", "-v -V version", ONLY_VERSION),
  ...each("gopls golangci-lint staticcheck dlv goreleaser", "version", RUNS_CODE),
  ...each("forge cast anvil solc hardhat truffle anchor solana", "-V", RUNS_CODE),
  // Shells and editors.
  ...each("zsh fish dash tcsh tclsh busybox pwsh nu", "", RUNS_CODE),
  ...each("vim nvim emacs nano code tmux screen", "-V", ONLY_VERSION),
  // Machines, containers, deployment.
  ...each("ansible ansible-playbook ansible-lint ansible-vault", "-V", RUNS_CODE),
  ...each("ansible-inventory molecule packer vagrant terragrunt", "-v version", RUNS_CODE),
  ...each("tflint tfsec checkov trivy dive buildah buildctl kaniko", "-v version", ONLY_VERSION),
  ...each("kustomize helmfile skaffold tilt kubeadm kubelet k3s", "version", ONLY_VERSION),
  ...each("containerd dockerd runc crun qemu-system-x86_64 qemu-img", "-v -version", ONLY_VERSION),
  ...each("nix-build nix-shell nix-instantiate nixos-rebuild home-manager guix", "", RUNS_CODE),
  // Servers.
  ...each("postgres mysqld mariadbd mongod redis-server valkey-server", "-V -v", ONLY_VERSION),
  ...each("pg_dump pg_restore pg_controldata mysqldump initdb", "-V", ONLY_VERSION),
  ...each("caddy traefik envoy uwsgi", "-v -V version", ONLY_VERSION),
  ...each("prometheus grafana-server minio etcd", "-v", ONLY_VERSION),
  // Documents, media, browsers.
  ...each("ffmpeg ffprobe convert magick identify sox gs pandoc", "-version -v", ONLY_VERSION),
  ...each("pdflatex xelatex lualatex latexmk tex bibtex biber tlmgr", "-version -v", ONLY_VERSION),
  ...each("wkhtmltopdf tesseract pdftotext pdfinfo inkscape gnuplot", "-V -v", ONLY_VERSION),
  ...each("google-chrome chromium chromium-browser chromedriver", "", ONLY_VERSION),
  ...each("firefox geckodriver", "-V -v", ONLY_VERSION),
  ...each("hugo jekyll typst quarto asciidoctor", "version -v", ONLY_VERSION),
  // Others.
  ...each("hg svn cvs fossil git-lfs rsync rclone restic", "version -V", ONLY_VERSION),
  ...each(
    "sdkmanager avdmanager emulator watchman direnv fzf bat eza",
    "-v -V version",
    ONLY_VERSION,
  ),
  ...each("msgfmt xgettext gettext envsubst parallel pv zip unrar", "-V -v", ONLY_VERSION),
  sw_vers: {
    purpose: "names its version",
    form: forms([" --version -productVersion -buildVersion -productName", ALONE]),
    never: { "*": ONLY_VERSION },
  },
  ...each("xcode-select", "-p --print-path -v", ONLY_VERSION),
};
