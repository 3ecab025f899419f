/** Packages of Go's standard library by the name that programs use, with some of their names. */
export const PACKAGES: Readonly<Record<string, string>> = {
  fmt: "Println Printf Print Sprintf Sprint Sprintln Fprintf Fprintln Fprint Errorf Scan Scanln Scanf Sscanf Stringer",
  strings:
    "Builder Fields Split Join Contains HasPrefix HasSuffix Replace ReplaceAll TrimSpace Trim TrimLeft TrimRight TrimPrefix TrimSuffix ToUpper ToLower Repeat Index NewReader NewReplacer EqualFold Count Title",
  strconv: "Itoa Atoi ParseInt ParseFloat ParseBool FormatInt FormatFloat Quote Unquote",
  os: "Args Exit Getenv Open Create ReadFile WriteFile Stdin Stdout Stderr Remove Mkdir MkdirAll Getwd Stat IsNotExist",
  io: "Reader Writer EOF Copy ReadAll",
  bufio: "NewReader NewWriter NewScanner Scanner ScanWords ScanLines",
  errors: "New Is As Unwrap Join",
  time: "Now Since Sleep Duration Second Millisecond Minute Hour Parse RFC3339 After Tick",
  sort: "Ints Strings Slice SliceStable Sort Search",
  math: "Sqrt Pow Abs Floor Ceil Max Min Pi MaxInt64 Inf Round",
  bytes: "Buffer NewBuffer NewReader Contains",
  regexp: "MustCompile Compile MatchString",
  sync: "Mutex RWMutex WaitGroup Once Map Pool",
  context: "Background Context WithCancel WithTimeout TODO",
  log: "Println Printf Fatal Fatalf Print Panic New",
  flag: "String Int Bool Parse Args Arg",
  filepath: "Join Base Dir Ext Walk Abs Glob",
  path: "Join Base Dir Ext",
  json: "Marshal MarshalIndent Unmarshal NewDecoder NewEncoder",
  http: "Get Post ListenAndServe HandleFunc StatusOK Request ResponseWriter Client Error",
  url: "Parse QueryEscape Values",
  rand: "Intn Seed Int Float64 Perm Shuffle New NewSource",
  exec: "Command LookPath",
  template: "New Must ParseFiles",
  csv: "NewReader NewWriter",
  base64: "StdEncoding URLEncoding",
  hex: "EncodeToString DecodeString",
  sha256: "Sum256 New",
  utf8: "RuneCountInString ValidString RuneLen",
  unicode: "IsLetter IsDigit IsSpace IsUpper IsLower ToUpper ToLower",
  reflect: "TypeOf ValueOf DeepEqual",
  runtime: "NumCPU GOMAXPROCS GC NumGoroutine",
  atomic: "AddInt64 LoadInt64 StoreInt64 AddInt32",
  signal: "Notify Stop",
  heap: "Init Push Pop",
  ioutil: "ReadAll ReadFile WriteFile",
};

const BELOW: Readonly<Record<string, string>> = {
  filepath: "path/filepath",
  json: "encoding/json",
  csv: "encoding/csv",
  base64: "encoding/base64",
  hex: "encoding/hex",
  http: "net/http",
  url: "net/url",
  rand: "math/rand",
  exec: "os/exec",
  signal: "os/signal",
  template: "text/template",
  sha256: "crypto/sha256",
  utf8: "unicode/utf8",
  atomic: "sync/atomic",
  heap: "container/heap",
  ioutil: "io/ioutil",
};

/** What to import for a name; null if the standard library has no such package. */
export function packageOf(name: string): string | null {
  return Object.hasOwn(PACKAGES, name) ? (BELOW[name] ?? name) : null;
}
