/**
 * Files of which it is known what they are: source, data, or the output of builds and package
 * managers. Whatever is not here may be the settings of some tool that runs by itself, and is asked
 * for. A hidden name is known only by its whole name.
 */
import { nameOf, type RawPath } from "../../disk/raw-path.ts";

const words = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(" ")));

/** Text that a compiler or an interpreter is given by name. */
const SOURCE = words(
  "ada adb ads agda asm s as awk bas bats bash c cc cpp cxx c++ cppm ixx h hh hpp hxx h++ inc",
  "inl ipp tcc tpp m mm cl cu cuh clj cljs cljc edn coffee litcoffee cob cbl cpy cr cs csx d di",
  "dart dpr pas pp e el lisp lsp scm ss rkt sld erl hrl ex exs eex heex leex elm f f03 f08 f77",
  "f90 f95 for ftn fs fsi fsx fth frag vert geom comp glsl hlsl wgsl metal gd go gleam gql",
  "graphql groovy gvy gradle hs lhs hcl tf tfvars hx idr java jav jl js cjs mjs jsx ts cts mts",
  "tsx jsm json5 kt kts lean lua luau mk mak make ml mli mll mly mod mojo move nim nims nix odin",
  "pl pm pod t p6 raku rakumod php phtml php5 pony prolog pro proto thrift capnp fbs avdl ps1",
  "psm1 psd1 purs py pyi pyw pyx pxd pxi ipynb qml r rmd rb rake erb gemspec ru podspec re rei",
  "res resi ring rs ron sass scss less styl sc scala sbt sh zsh fish ksh csh sml sol vy sql psql",
  "plsql pks pkb st sv svh v vh vhd vhdl swift tcl tk vala vapi vb vbs vue svelte astro marko",
  "wat wast x xq xquery y yy l ll lex yacc bison g4 peg pest re2c zig zon cmake am ac m4 in",
  "bazel bzl star bp gn gni gyp gypi ninja meson pri prf qbs sln csproj vbproj fsproj vcxproj",
  "props targets cabal dune opam rockspec nimble ebuild spec dockerfile containerfile just hbs",
  "handlebars mustache ejs pug jade haml slim vim sed cgi bat cmd flow bnf ebnf abnf liquid njk",
  "twig blade jinja jinja2 j2 tmpl tpl gotmpl templ html htm xhtml css postcss pcss",
);

/** Text and records that are read, not run. */
const DATA = words(
  "md mdx markdown mkd rst adoc asciidoc txt text log org tex bib sty cls latex texi man 1 2 3 4",
  "5 6 7 8 9 json jsonc jsonl ndjson geojson topojson webmanifest yaml yml toml ini cfg conf",
  "config properties env csv tsv psv dat data xml xsd xsl xslt dtd svg plist rss atom wsdl kml",
  "gpx lock lockb sum snap golden expected out err diff patch rej orig bak old new tmp po pot mo",
  "arb resx strings xliff xlf ftl srt vtt png jpg jpeg gif webp avif bmp ico icns tif tiff psd",
  "ai eps pdf ps ttf otf woff woff2 eot mp3 mp4 ogg oga ogv wav flac webm mov avi mkv m4a glb",
  "gltf obj mtl stl fbx blend zip tar gz tgz bz2 xz zst 7z lz4 db sqlite sqlite3 sql3 parquet",
  "arrow avro feather orc npy npz mat h5 hdf5 pkl pickle pt onnx safetensors bin hex dump pem",
  "crt cer csr der key pub asc sig sha1 sha256 sha512 md5 ics vcf eml fixture feature example",
  "sample template dist default http rest har crontab service map ld lds def manifest rc",
  "dockerignore gitignore url lang style gpg license notice readme changelog authors version",
  "list lst names words dic aff cast gv dot puml mmd drawio",
);

/** What compilers and package managers leave. */
const OUTPUT = words(
  "o a so dylib dll lib exe ko pdb ilk exp la lo gch pch gcda gcno gcov profraw profdata bc",
  "class jar war ear aar apk aab dex ipa pyc pyo pyd whl egg gem nupkg crate rlib rmeta deb rpm",
  "hi dyn_hi dyn_o beam ez cmi cmo cmx cma cmxa cmxs cmt cmti annot wasm tsbuildinfo min pid",
  "stamp timestamp elc eln node pc pom aux bbl blg fls fdb_latexmk toc lof lot synctex dvi cache",
  "dep deps img iso info coverage lcov",
);

/** Whole names without an ending, or with one that says nothing. */
const NAMES = words(
  "makefile gnumakefile bsdmakefile rakefile gemfile guardfile capfile thorfile podfile cartfile",
  "fastfile brewfile berksfile dockerfile containerfile vagrantfile procfile pipfile snakefile",
  "sconstruct sconscript justfile earthfile tiltfile caddyfile build workspace buck",
  "meson.options cmakelists.txt license licence copying copyright notice readme authors",
  "contributors changelog changes history news todo thanks install version maintainers",
  "codeowners manifest configure gradlew mvnw artisan config.ru py.typed go.work dune",
  "dune-project cpanfile owners patents unlicense security contributing",
);

/** Hidden names that only say what to leave out, how to format, or which version to use. */
const HIDDEN_NAMES = words(
  ".gitignore .gitkeep .keep .git-blame-ignore-revs .mailmap .dockerignore .containerignore",
  ".npmignore .eslintignore .prettierignore .stylelintignore .vscodeignore .helmignore .hgignore",
  ".ignore .rgignore .gcloudignore .slugignore .cvsignore .nojekyll .editorconfig .clang-format",
  ".clang-tidy .nvmrc .node-version .python-version .ruby-version .java-version .go-version",
  ".swift-version .terraform-version .env.example .env.sample .env.template .env.dist",
  ".env.defaults .browserslistrc .coverage",
  ".yamllint .yamllint.yml .eslintcache .stylelintcache .tsbuildinfo .installed .rustfmt.toml",
  ".scalafmt.conf .ocamlformat .package-lock.json .stamp .htmlhintrc .jshintrc",
  ".npm-version .lock",
);

/** Directories of build output, installed packages and caches: any name is known there. */
const OUTPUT_DIRECTORIES = words(
  "node_modules bower_components site-packages __pycache__ __pypackages__ venv .venv .tox .nox",
  ".eggs target build dist out output obj debug release coverage htmlcov deps _build _deps",
  "cmake-build-debug cmake-build-release .next .nuxt .svelte-kit .output .parcel-cache .turbo",
  ".vite .astro .angular .expo .cache .pytest_cache .mypy_cache .ruff_cache .hypothesis",
  ".ipynb_checkpoints .nyc_output .gradle .dart_tool .pub-cache .stack-work dist-newstyle .eunit",
  ".rebar3 .elixir_ls vendor pods .build deriveddata .kotlin .nx .sass-cache .jekyll-cache",
  ".docusaurus tmp temp logs",
);

const LIBRARY_OR_LICENSE = /\.so(?:\.\d+)+$|^(?:licen[cs]e|copying|notice|readme|changelog)[-_.]/;

/** `path` as seen from the working tree. */
export function isKnownKind(path: RawPath): boolean {
  const directories = path.toLowerCase().split("/").slice(0, -1);
  if (directories.some((name) => OUTPUT_DIRECTORIES.has(name))) return true;
  return !directories.some((name) => name.startsWith(".")) && isKnownName(nameOf(path));
}

function isKnownName(name: string): boolean {
  const lower = name.toLowerCase();
  if (lower.startsWith(".")) return HIDDEN_NAMES.has(lower);
  if (NAMES.has(lower) || LIBRARY_OR_LICENSE.test(lower)) return true;
  const ending = lower.slice(lower.lastIndexOf(".") + 1);
  return lower.includes(".") && [SOURCE, DATA, OUTPUT].some((kinds) => kinds.has(ending));
}
