/** Phrases of commands, configuration files and calls behind which a secret stands, one row each. */
import type { Introduction } from "./introduced.ts";

const ARGUMENT = `(?:"[^"\\n]{0,200}"|'[^'\\n]{0,200}'|\\$\\w{1,40}|\\w{1,40})`;

export const COMMAND_INTRODUCTIONS: readonly Introduction[] = [
  ["http-basic.", /http-basic\.[\w.-]{1,64} \S{1,64} /y, "password", "any"],
  ["htpasswd -", /htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} \S{1,128} \S{1,64} /y, "password", "any"],
  ["/user:", /\/user:[\w.\\@-]{1,64} (?!\/)/y, "password", "any"],
  ["vault login |cargo login ", /\w{5} login /y, "token", "token"],
  [
    "-storepass |-keypass |-srcstorepass |-srckeypass |-deststorepass |-destkeypass |-password |-passwd |-passphrase ",
    /(?<!-)-\w{6,13} {1,2}(?!-)/y,
    "password",
    "any",
  ],
  ["config set --secret ", /config set --secret [\w:.-]{1,64} (?!-)/y, "password", "any"],
  ["wifi connect ", /wifi connect \S{1,64} password /y, "password", "any"],
  ["> PASS ", /> PASS /y, "password", "any"],
  ["PSK ", /PSK (?=["'])/y, "password", "any"],
  ["LOGIN ", /LOGIN ["']?[\w.@-]{1,64}["']? (?=")/y, "password", "any"],
  ["sp_addlogin ", /sp_addlogin N?'[^'\n]{1,64}', ?N?(?=')/y, "password", "any"],
  ["code=", /(?<=[?&])code=/y, "token", "token"],
  [
    "Signature=|signature=|hmac=|hdnts=|hdnea=|verify=|sign=|q-signature=|Policy=",
    /(?<=[?&;~])[\w-]{3,12}=/y,
    "aws",
    "token",
  ],
  ["sig=", /(?<=[?&;])sig=/y, "azure", "token"],
  [
    "X-Goog-Signature=|X-Goog-Credential=|x-oss-signature=|x-oss-credential=",
    /[\w-]{16,17}=/y,
    "gcp",
    "token",
  ],
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
  ["AUTH ", /AUTH (?:PLAIN |LOGIN )?(?=[^\s\d[]{0,64}\d)(?=[^\s[]{8})/y, "password", "any"],
  // Package managers and build tools.
  [
    "npm config set |pnpm config set ",
    /p?npm config set \S{0,120}(?:_authToken|_password|_auth)[ =]/y,
    "npm-token",
    "any",
  ],
  [
    "yarn config set ",
    /yarn config set \S{0,120}(?:Token|Ident|Password)["']? /y,
    "npm-token",
    "any",
  ],
  ["poetry config pypi-token", /poetry config pypi-token\.[\w-]{1,40} /y, "pypi-token", "any"],
  ["github-oauth.|gitlab-oauth.|gitlab-token.", /git\w{3}-\w{5}\.\S{1,80} /y, "token", "any"],
  [
    "bundle config ",
    /bundle config (?:set )?(?:--\w{1,12} ){0,2}[\w.:/-]{3,80} (?=[^\s:]{1,64}:[^\s/])/y,
    "password",
    "any",
  ],
  [
    "BUNDLE_",
    /BUNDLE_[A-Z0-9_]{2,64}__[A-Z0-9_]{2,32}[=:] ?["']?(?=[^\s"':]{1,64}:[^\s"'/])/y,
    "password",
    "any",
  ],
  ["setapikey |setApiKey |SetApiKey ", /set[aA]pi[kK]ey /iy, "api-key", "any"],
  [
    "Credentials(",
    new RegExp(`Credentials\\((?:\\s{0,40}${ARGUMENT},){3}\\s{0,40}(?=")`, "y"),
    "password",
    "any",
  ],
  ["ConvertTo-SecureString ", /ConvertTo-SecureString (?:-String )?(?=["'])/y, "password", "any"],
  [
    "__construct(",
    new RegExp(
      `(?<=(?:PDO|mysqli|Redis)->)__construct\\( ?${ARGUMENT}, ?${ARGUMENT}, ?(?=["'])`,
      "y",
    ),
    "password",
    "any",
  ],
  // A file of Subversion's credentials, and what `expect -d` types.
  ["password\nV ", /password\nV \d{1,4}\n/y, "password", "any"],
  ['sending "', /sending (?=")/y, "password", "token"],
  ["appid=|key=|auth=|authkey=", /(?<=[?&])\w{3,7}=/y, "api-key", "token"],
  ["sonar.login=|sonar.token=", /sonar\.\w{5}=/y, "token", "token"],
  ["snyk auth |sentry-cli login |codecov -t ", /[\w-]{4,10} [\w-]{2,5} /y, "token", "token"],
  ["unlock-keychain ", /unlock-keychain (?:-\w )?-p /y, "password", "any"],
  // Services and their tools.
  [
    "mc alias set |mc config host add ",
    /mc (?:alias set|config host add) \S{1,64} \S{1,128} (?=\S{3,128} \S{8})/y,
    "secret",
    "line",
  ],
  ["NEO4J_AUTH", /NEO4J_AUTH["']?[=:] ?["']?neo4j\//y, "password", "any"],
  ["requirepass |masterauth ", /\w{10,11} {1,4}(?=\S)/y, "password", "any"],
  [
    "rabbitmqctl add_user |rabbitmqctl change_password ",
    /rabbitmqctl \w{1,20} \S{1,64} /y,
    "password",
    "any",
  ],
  ["vault operator unseal ", /vault operator unseal /y, "secret", "token"],
  ["wpa_passphrase ", /wpa_passphrase (?:"[^"\n]{1,32}"|\S{1,32}) /y, "password", "any"],
  [
    "gh secret set ",
    /gh secret set \w{1,64} (?:-\S{1,20} \S{1,80} ){0,3}(?:-b|--body)[ =]/y,
    "secret",
    "any",
  ],
  ["--type SecureString ", /--type SecureString (?:--overwrite )?--value[ =]/y, "secret", "any"],
  ["/pass:|/p:", /(?<= )\/p(?:ass)?:(?=\S{4})/y, "password", "any"],
  // The number says how a Cisco device writes the password.
  [
    "password 0 |password 5 |password 7 |password 8 |secret 0 |secret 5 |secret 8 |secret 9 |key 7 |key-string 7 ",
    /[\w-]{3,10} \d (?=\S{4})/y,
    "password",
    "any",
  ],
  ["snmp-server community ", /snmp-server community (?=\S{4})/y, "password", "any"],
  // What `set -x` shows of a test whether a variable is empty.
  ["'[' -z |'[' -n |[[ -z |[[ -n |[ -z |[ -n ", /'?\[{1,2}'? -[zn] /y, "token", "token"],
];
