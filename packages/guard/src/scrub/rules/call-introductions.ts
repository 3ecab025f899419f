/** Calls in programs of which an argument at a fixed place is a secret, one row each. */
import type { Introduction } from "./introduced.ts";

const ARGUMENT = `(?:"[^"\\n]{0,200}"|'[^'\\n]{0,200}'|\\$\\w{1,40}|\\w{1,40})`;

export const CALL_INTRODUCTIONS: readonly Introduction[] = [
  [
    "mysqli(|mysqli_connect(|mysql_connect(|PDO(|getConnection(|Sequelize(",
    new RegExp(`\\w{3,16}\\( ?${ARGUMENT}, ?${ARGUMENT}, ?(?=["'])`, "y"),
    "password",
    "any",
  ],
  [
    "setPassword(|withPassword(|set_password(|setSecret(|withSecret(",
    /\w{9,12}\( ?(?=["'])/y,
    "password",
    "any",
  ],
  [
    "setApiKey(|withApiKey(|setToken(|withToken(|setAccessToken(",
    /\w{8,14}\( ?(?=["'])/y,
    "token",
    "any",
  ],
  [
    "Credentials(",
    new RegExp(`Credentials\\((?:\\s{0,40}${ARGUMENT},){3}\\s{0,40}(?=")`, "y"),
    "password",
    "any",
  ],
  [
    "__construct(",
    new RegExp(
      `(?<=(?:PDO|mysqli|Redis)->)__construct\\( ?${ARGUMENT}, ?${ARGUMENT}, ?(?=["'])`,
      "y",
    ),
    "password",
    "any",
  ],
  [
    "db.auth(|changeUserPassword(|pgp_sym_encrypt(|pgp_sym_decrypt(",
    /[\w.]{7,18}\( ?(?:["'][^"'\n]{1,64}["']|[\w.]{1,40}), ?(?=["'])/y,
    "password",
    "any",
  ],
  [
    "auth=(|HTTPBasicAuth(|BasicAuth(|basicAuth(|basic_auth(",
    /\w{4,13}=?\(["'][^"'\n]{1,64}["'], ?(?=["'])/y,
    "password",
    "any",
  ],
  [
    `Client("|Client('|Api("|Api('|API("|API('|')('|")("`,
    /(?:\w{3,6}|["']\))\((?=["'])/y,
    "api-key",
    "token",
  ],
  [
    "login(|authenticate(|SetBasicAuth(|NetworkCredential(|UsernamePasswordCredentials(|PasswordAuthentication(",
    /\w{5,27}\( ?["'][^"'\n]{1,64}["'], ?(?=["'][^"'\n]{0,64}\d)/y,
    "password",
    "any",
  ],
  ["basic_auth(", /basic_auth\(["'][^"'\n]{1,64}["'], ?Some\((?=["'])/y, "password", "any"],
  // Objects as PHP dumps and stores them.
  [
    ":protected]=>|:private]=>",
    /(?<=\["\w{0,30}(?:password|passwd|secret|token|key|pass)"(?::"[\w\\]{1,64}")?):\w{7,9}\]=>\s{1,20}string\(\d{1,5}\) (?=")/iy,
    "password",
    "any",
  ],
  [
    '";s:',
    /(?<="\w{0,30}(?:password|passwd|secret|token|api_?key|pass))";s:\d{1,4}:(?=")/iy,
    "password",
    "any",
  ],
  // Keys of signatures and ciphers.
  [
    "jwt.sign(|jwt.verify(|jwt.decode(|JWT.encode(|JWT.decode(|createHmac(",
    /[\w.]{8,10}\( ?[^\s,()]{1,80}, ?(?=["'][^"'\n]{0,64}\d)/y,
    "secret",
    "any",
  ],
  ["hmac.new(|Fernet(", /[\w.]{6,8}\( ?b?(?=["'][^"'\n]{0,64}\d)/y, "secret", "any"],
  ["twilio(|Twilio(", /[tT]wilio\(["'][^"'\n]{1,64}["'], ?(?=["'])/y, "twilio-key", "drawn"],
];
