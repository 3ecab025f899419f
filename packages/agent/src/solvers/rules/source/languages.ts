/**
 * Which files and commands a language's messages can be about, and what it defines by itself.
 *
 * Whatever a program prints may look like the message of a compiler: a row of data, a file name, a
 * log. So a message counts only for files of its language, and only if the command runs that
 * language, by itself or behind a tool that starts others.
 */
import { programName, type View } from "../view.ts";

export interface Language {
  readonly endings: RegExp;
  readonly programs: RegExp;
  /** Names that need no definition: none of them is a slip. */
  readonly builtIns: ReadonlySet<string>;
}

/** What starts compilers and interpreters of any language. */
const STARTERS =
  /^(?:g?make|ninja|cmake|ctest|meson|bazel|just|task|npm|npx|pnpm|yarn|bun|bash|sh|dash|zsh|fish|rake|bundle|tox|nox|xargs|find|watch|entr|parallel|pre-commit|docker|podman)$/;

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(" ")));
}

const C_WORDS = words(
  "printf fprintf sprintf snprintf scanf sscanf puts fputs putchar getchar fgets fopen fclose fread",
  "fwrite fflush perror malloc calloc realloc free exit abort atoi atof strtol strlen strcpy strncpy",
  "strcat strcmp strncmp strchr strstr strdup memcpy memset memcmp qsort rand srand time sqrt pow log",
  "abs assert size_t int char float double long short unsigned void bool true false NULL main std",
);

export const LANGUAGES = {
  python: {
    endings: /\.pyw?$/,
    programs:
      /^(?:python[\d.]*|pypy[\d.]*|i?pytest|py\.test|ipython|flask|django-admin|gunicorn|uvicorn|celery|mypy|coverage|pip[\d.]*|poetry|uv|pipenv|hatch)$/,
    builtIns: words(
      "abs all any ascii bin bool bytearray bytes callable chr classmethod complex delattr dict dir",
      "divmod enumerate filter float format frozenset getattr globals hasattr hash help hex id input int",
      "isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow",
      "print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple",
      "type vars zip True False None Exception ValueError TypeError KeyError RuntimeError self cls",
    ),
  },
  ruby: {
    endings: /\.(?:rb|rake|gemspec)$|(?:^|\/)(?:Rakefile|Gemfile)$/,
    programs: /^(?:j?ruby[\d.]*|rspec|rails|irb|rackup|puma|cucumber|gem)$/,
    builtIns: words(
      "puts print p pp printf format sprintf require require_relative raise loop lambda proc gets rand",
      "sleep Integer Float String Array Hash attr_accessor attr_reader attr_writer include extend",
      "private protected public freeze catch throw warn exit abort caller binding block_given",
    ),
  },
  javascript: {
    endings: /\.[cm]?[jt]sx?$/,
    programs:
      /^(?:node|nodejs|deno|tsc|tsx|ts-node|ts-node-esm|jest|vitest|mocha|ava|tap|vite|webpack|rollup|esbuild|next|nuxt|eslint|electron)$/,
    builtIns: words(
      "console process require module exports globalThis Buffer JSON Math Object Array String Number",
      "Boolean Date RegExp Promise Symbol Error Map Set WeakMap setTimeout setInterval clearTimeout",
      "clearInterval setImmediate parseInt parseFloat isNaN undefined NaN Infinity encodeURIComponent",
      "decodeURIComponent fetch structuredClone queueMicrotask URL TextEncoder TextDecoder",
    ),
  },
  c: {
    endings: /\.(?:c|h|cc|cpp|cxx|hh|hpp|hxx|ipp|inl|m|mm|ino)$/i,
    programs:
      /^(?:[\w.-]{0,60}(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|cpp|tcc)(?:-[\d.]+)?|c89|c99|ccache|go|cargo|pip[\d.]*|gem)$/,
    builtIns: C_WORDS,
  },
  go: {
    endings: /\.go$/,
    programs: /^(?:go[\d.]*|gofmt|gopls|golangci-lint|staticcheck)$/,
    builtIns: words(
      "append cap clear close copy delete len make max min new panic print println recover error string",
      "int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 byte rune float32 float64 bool any",
      "true false nil iota",
    ),
  },
  java: {
    endings: /\.(?:java|kt|scala|groovy)$/,
    programs: /^(?:javac?|jshell|mvnw?|gradlew?|ant|sbt|kotlinc?)$/,
    builtIns: words(
      "String Object Integer Long Double Boolean Math System Exception this super null",
    ),
  },
  php: {
    endings: /\.(?:php|phtml|inc)$/,
    programs: /^(?:php[\d.]*|composer|phpunit|artisan|symfony|wp|drush)$/,
    builtIns: words("echo print isset unset empty array list count strlen implode explode sprintf"),
  },
  perl: {
    endings: /\.(?:pl|pm|t|cgi)$/,
    programs: /^(?:perl[\d.]*|prove|plackup)$/,
    builtIns: words(
      "print printf say die warn push pop shift unshift keys values join split sprintf",
    ),
  },
  cmake: {
    endings: /\.cmake$|(?:^|\/)CMakeLists\.txt$/,
    programs: /^(?:cmake|ccmake|ctest|cpack)$/,
    builtIns: words("set add_executable add_library target_link_libraries project message"),
  },
  rust: {
    endings: /\.rs$/,
    programs: /^(?:cargo|rustc|rustdoc|clippy-driver|cross|trunk|wasm-pack|maturin)$/,
    // Also what rustc writes into a line besides the names that are there.
    builtIns: words(
      "mut ref move dyn impl let self static as await where crate super const return use",
      "clone cloned copied to_string to_owned into from try_into into_iter iter iter_mut as_str as_ref",
      "as_mut as_bytes as_deref to_vec to_uppercase to_lowercase to_ascii_uppercase to_ascii_lowercase",
      "trim_start trim_end is_empty len push push_str collect chars bytes lines map filter sum count",
      "String Some None Ok Err Box Vec Option Result Rc Arc str bool char i8 i16 i32 i64 i128 isize u8",
      "u16 u32 u64 u128 usize f32 f64 std fmt cmp ops hash Display Debug Copy Clone PartialEq Eq",
      "PartialOrd Ord Hash Default Add Sub Mul Iterator IntoIterator Error error println print format",
      "eprintln vec assert assert_eq true false fn unwrap_or_default",
      "panic",
    ),
  },
} as const satisfies Readonly<Record<string, Language>>;

/** Whether a program runs what a project wrote, whose messages may then be anything. */
export function runsOthers(program: string): boolean {
  const name = program.slice(program.lastIndexOf("/") + 1);
  const languages: readonly Language[] = Object.values(LANGUAGES);
  const isLanguage = languages.some(({ programs }) => programs.test(name));
  return (program.includes("/") && !program.startsWith("/")) || STARTERS.test(name) || isLanguage;
}

/** Whether a message about this file can come from a program of the language. */
export function speaks(language: Language, view: View, path: string): boolean {
  return language.endings.test(path) && runs(language, view);
}

/** Whether the command runs the language, by itself or behind a tool that starts others. */
export function runs({ programs }: Language, view: View): boolean {
  const isStarted = (name: string) => programs.test(name) || STARTERS.test(name);
  // A path is a script or a program of the project, which may start anything.
  if (view.calls.some((call) => isStarted(programName(call)) || isPath(call.program.value)))
    return true;
  const typed = view.problem.command.split(/[\s;|&()"'`]+/);
  return typed.some((word) => isStarted(word.slice(word.lastIndexOf("/") + 1)));
}

function isPath(program: string | null): boolean {
  return program?.includes("/") ?? false;
}
