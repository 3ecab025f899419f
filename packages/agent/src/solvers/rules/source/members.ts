/** Members of the objects that every program uses. A member that is there is no slip of another. */

const JAVASCRIPT = [
  "length push pop shift unshift slice splice concat join reverse indexOf lastIndexOf includes find",
  "findIndex filter map forEach reduce some every sort flat flatMap keys values entries toString",
  "toUpperCase toLowerCase trim trimStart trimEnd split replace replaceAll startsWith endsWith",
  "substring charAt charCodeAt padStart padEnd repeat match matchAll test parse stringify",
  "assign freeze hasOwnProperty fromEntries isArray from then catch finally all race resolve reject",
  "floor ceil round random max min abs sqrt pow log error warn info table add has get set",
  "readFileSync writeFileSync appendFileSync existsSync mkdirSync readdirSync statSync",
  "copyFileSync readFile writeFile appendFile mkdir readdir stat createReadStream",
  "createWriteStream createServer listen createHash randomUUID digest",
  "basename dirname extname relative equal strictEqual deepEqual deepStrictEqual notEqual throws",
  "clear size toFixed getTime toISOString now prototype constructor name message",
];
const PYTHON = [
  "append extend insert index count sort copy keys values items get setdefault update join split",
  "rsplit splitlines strip lstrip rstrip upper lower title capitalize startswith endswith replace find",
  "format encode decode isdigit isalpha isspace zfill read readline readlines write writelines close",
  "sqrt floor ceil pi exp log sin cos tan dumps loads path exists isfile isdir basename dirname",
  "getcwd listdir argv environ randint choice shuffle sleep strftime strptime now today",
];
const OTHERS = [
  "push push_str push_back size empty begin end at front back substr c_str insert contains get is_some",
  "is_none unwrap unwrap_or expect iter collect println printf puts each select reject first last",
  "Println Printf Sprintf Errorf Itoa Atoi Contains Split Join ToUpper ToLower TrimSpace HasPrefix",
  "length charAt equals hashCode toString isEmpty put out err print valueOf",
];

const words = (lines: readonly string[]) => lines.flatMap((line) => line.split(" "));

export const MEMBERS = {
  javascript: words(JAVASCRIPT),
  python: words(PYTHON),
  others: words(OTHERS),
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Modules of Node's that programs call by their members. */
const MODULES =
  "fs fs/promises path os crypto http https net dns url util events stream zlib readline child_process assert buffer process timers worker_threads";
const OBJECTS = [Array, String, Object, Number, Promise, Map, Set, Date, RegExp, Function];

/** Whether Node itself has a member of this name, asked of the Node that runs us. */
export function isNodeMember(name: string): boolean {
  const has = (one: object | undefined) => one !== undefined && name in one;
  return (
    OBJECTS.some((one) => has(one) || has(one.prototype)) ||
    [Math, JSON, console, process].some(has) ||
    MODULES.split(" ").some((module) => has(process.getBuiltinModule(module)))
  );
}
