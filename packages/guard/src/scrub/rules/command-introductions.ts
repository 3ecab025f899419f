/** Phrases of commands, configuration files and calls behind which a secret stands, one row each. */
import type { Introduction } from "./introduced.ts";

const ARGUMENT = `(?:"[^"\\n]{0,200}"|'[^'\\n]{0,200}'|\\$\\w{1,40}|\\w{1,40})`;

export const COMMAND_INTRODUCTIONS: readonly Introduction[] = [
  ["http-basic.", /http-basic\.[\w.-]{1,64} \S{1,64} /y, "password", "any"],
  ["htpasswd -", /htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} \S{1,128} \S{1,64} /y, "password", "any"],
  ["/user:", /\/user:[\w.\\@-]{1,64} (?!\/)/y, "password", "any"],
  ["vault login |cargo login ", /\w{5} login /y, "token", "token"],
  [
    "-token |-secret |-apikey |-api-key |-storepass |-keypass |-srcstorepass |-srckeypass |-deststorepass |-destkeypass |-password |-passwd |-passphrase |-pwd |-setcookie ",
    /(?<!-)-[\w-]{3,13} {1,2}(?!-)/y,
    "password",
    "any",
  ],
  // Cmdlets of PowerShell.
  [
    "-Password |-NewPassword |-AdminPassword |-ApiKey |-Token |-AccessToken |-Secret |-ClientSecret |-Passphrase |-NuGetApiKey ",
    /-[A-Z]\w{4,13} {1,2}(?!-)/y,
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
  [
    "AUTH ",
    /AUTH (?:PLAIN |LOGIN |default )?(?=[^\s\d[]{0,64}\d)(?=[^\s[]{8})/y,
    "password",
    "any",
  ],
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
  [
    "ConvertTo-SecureString ",
    /ConvertTo-SecureString (?:-String |-AsPlainText |-Force ){0,3}(?=["'])/y,
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
  // A file of Subversion's credentials, and what `expect -d` types.
  ["password\nV ", /password\nV \d{1,4}\n/y, "password", "any"],
  ['sending "', /sending (?=")/y, "password", "token"],
  ["key=", /(?<=\/deploy\/[\w-]{1,64}[?&])key=/y, "api-key", "any"],
  ["appid=|key=|auth=|authkey=", /(?<=[?&])\w{3,7}=/y, "api-key", "drawn"],

  ["snyk auth |sentry-cli login ", /[\w-]{4,10} [\w-]{2,5} /y, "token", "drawn"],
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
    /gh secret set \w{1,64} (?:-\S{1,20} \S{1,80} ){0,3}(?:-b|--body)[ =]?(?=["'\S])/y,
    "secret",
    "any",
  ],
  ["--type SecureString ", /--type SecureString (?:--overwrite )?--value[ =]/y, "secret", "any"],
  ["/pass:|/p:", /(?<= )\/p(?:ass)?:(?=\S{4})/y, "password", "any"],
  // The number says how a Cisco device writes the password.
  [
    "password |secret 0 |secret 5 |secret 8 |secret 9 |key 7 |key-string 7 ",
    /[\w-]{3,10} \d (?=\S{4})(?!\d?[a-z]{1,16}[ ,.\n])/y,
    "password",
    "any",
  ],
  ["snmp-server community ", /snmp-server community (?=\S{4})/y, "password", "any"],
  // What `set -x` shows of a test whether a variable is empty.
  ["'[' -z |'[' -n |[[ -z |[[ -n |[ -z |[ -n ", /'?\[{1,2}'? -[zn] /y, "token", "token"],
  // Configuration files that write a secret behind a word and a blank.
  [
    "bindpw |rootpw |sasl_passwd |auth_pass |rootdnpw ",
    /(?<=(?:^|\n)[ \t]{0,16})[\w-]{6,16}[ \t]{1,8}(?=\S{6})/y,
    "password",
    "any",
  ],
  [
    "rocommunity |rwcommunity |rocommunity6 |rwcommunity6 |trapcommunity |com2sec ",
    /\w{7,13} {1,4}(?=\S{0,40}\d)/y,
    "password",
    "prose",
  ],
  [
    "createUser ",
    /createUser (?:-e \S{1,40} )?\S{1,64} (?:MD5|SHA(?:-\d{3})?) ["']?(?=\S{8})/y,
    "password",
    "line",
  ],
  ["stats auth ", /stats auth [\w.@-]{1,64}:(?=\S{4})/y, "password", "any"],
  ["login=", /(?<=\s)login=[\w.@-]{1,64}:(?=\S{4})/y, "password", "any"],
  ["EAP |XAUTH ", /(?:EAP|XAUTH) (?=["'])/y, "password", "any"],
  // Redis: the rule of a user that begins with `>` adds a password.
  [
    "user |SETUSER |setuser ",
    /\w{4,7} [\w.@-]{1,64}(?: [a-z]{2,12}){0,3} >(?=\S{4})/y,
    "password",
    "any",
  ],
  // Network devices without the number of a form.
  [
    "enable password |enable secret |privilege 15 password |privilege 15 secret ",
    /[\w ]{14,24} (?=\S{0,40}\d)(?!\d )/y,
    "password",
    "any",
  ],
  [
    "plain-text-password-value |encrypted-password |ascii-text |pre-shared-key ",
    /[\w-]{10,25} (?:ascii-text )?(?=["'])/y,
    "password",
    "any",
  ],
  // What `expect` types behind a prompt for a password.
  [
    `send "|send '|send -- "|send -- '`,
    /(?<=ass(?:word|phrase)[^\n"']{0,12}["'][;}\s]{1,24}(?:exp_)?)send (?:-- )?(?=["'])/y,
    "password",
    "any",
  ],
  // Network devices that write a key behind the name of a protocol.
  [
    "tacacs-server key |radius-server key |isakmp key |tacacs-server host |radius-server host |message-digest-key |standby |vrrp ",
    /(?:[\w-]{6,13} key |[\w-]{13} host \S{1,64} (?:\w[\w-]{1,16} \d{1,5} ){0,2}key |message-digest-key \d{1,3} md5 |\w{4,7} \d{1,3} authentication )(?=\S{0,40}\d)(?!\d )/y,
    "password",
    "prose",
  ],
  [
    "authentication-key |pre-shared-secret |psksecret |wpa-psk |wpa-key ",
    /[\w-]{7,18} (?=\S{0,40}\d)(?!\d )/y,
    "password",
    "prose",
  ],
  ["option key ", /option key (?=["'])/y, "password", "any"],
  [".key='", /(?<=wireless\.\S{1,40})\.key=(?=')/y, "password", "any"],
  // Names and passwords at a fixed place of a command.
  ["radtest ", /radtest (?:-\w \w{1,12} )?\S{1,64} (?=\S{4})/y, "password", "any"],
  ["mosquitto_passwd -b ", /mosquitto_passwd -b \S{1,128} \S{1,64} (?=\S{4})/y, "password", "any"],
  ["+login ", /\+login \w{1,64} (?![+-])(?=\S{4})/y, "password", "any"],
  ["+sv_setsteamaccount |sv_setsteamaccount ", /\+?sv_setsteamaccount ["']?/y, "token", "drawn"],
  ["connect to ", /connect to \w{1,32} user \S{1,64} using (?=\S{4})/iy, "password", "any"],
  [".logon ", /\.logon [\w./-]{1,64},(?=\S{4})/iy, "password", "any"],
  [
    "NickServ ",
    /NickServ (?:identify|IDENTIFY|register|REGISTER) (?:\w{1,32} )?(?=\S{0,40}\d)(?=\S{8})/y,
    "password",
    "any",
  ],
  ["/oper ", /(?<![\w/])\/oper \w{1,32} (?=\S{0,40}\d)/y, "password", "any"],
  [
    "--cookie ",
    /--cookie (?=["']?[\w!@-]{0,64}(?:\d|[A-Z]{8})[\w!@-]{0,64}["']?(?:\s|$))/y,
    "secret",
    "any",
  ],
  [
    "pass |Pass ",
    /(?<=(?:^|\n|["'] )[ \t]{0,8})[Pp]ass (?=["']?[^\s"'/.]{0,40}\d)(?=["']?[^\s/.]{8,64}(?:\s|$))/y,
    "password",
    "prose",
  ],
  ["slmgr /ipk |slmgr.vbs /ipk ", /slmgr(?:\.vbs)? \/ipk /y, "secret", "drawn"],
  [
    "reg add ",
    /reg add ["']?[^"'\n]{1,120}["']? \/v ["']?\w{0,40}(?:password|pwd|secret|token|key)["']? (?:\/t \w{1,16} )?\/d (?=\S{4})/iy,
    "password",
    "any",
  ],
  [
    "-Name ",
    /-Name ["']?\w{0,40}(?:[Pp]assword|[Pp]wd|[Ss]ecret|[Tt]oken|[Aa]piKey)["']? (?:-\w{1,16} \w{1,16} )?-Value (?=\S{4})/y,
    "password",
    "any",
  ],
  ["isql ", /isql -v \S{1,64} \S{1,64} (?!-)(?=\S{6})/y, "password", "any"],
  // A name and its password as one value of a file of settings.
  [
    "user = |user=",
    /user ?= ?["'][\w.@-]{1,64}:(?=[^"'\s]{6})(?=[^"'\s]{0,64}\d)/y,
    "password",
    "any",
  ],
  ["-u ", /(?<=(?:^|\n))-u [\w.@-]{1,64}:(?=\S{6})/y, "password", "any"],
  ["{PLAIN}|{CLEARTEXT}|{plain}|{cleartext}", /\{\w{5,9}\}(?=[^\s:]{4})/y, "password", "any"],
  // Values that a workflow of a CI service hides or hands on.
  ["::add-mask::", /::add-mask::(?=\S{4})/y, "secret", "any"],
  [
    "::set-output name=",
    /::set-output name=[\w-]{0,40}(?:token|password|secret|key)[\w-]{0,20}::(?=\S{4})/iy,
    "token",
    "any",
  ],
  // A shell gives a text to a program that keeps secrets.
  [
    "<<< ",
    /(?<=(?:secret|password|passwd|token|key|kubeseal|env add)[^\n]{0,120})<<< (?=["']?[^\s$"']{8})/iy,
    "secret",
    "any",
  ],
  // What databases say of a value that must be unique.
  [
    "Key (",
    /Key \([\w, "]{0,60}(?:token|key|secret|password|session)[\w, "]{0,40}\)=\((?=\S{12})/iy,
    "token",
    "drawn",
  ],
  [
    "Duplicate entry ",
    /Duplicate entry (?=['"][^'"\n]{16,256}['"] for key ['"][\w.]{0,60}(?:token|secret|api_?key|password|session))/iy,
    "token",
    "drawn",
  ],
  [
    "db.auth(|changeUserPassword(|pgp_sym_encrypt(|pgp_sym_decrypt(",
    /[\w.]{7,18}\( ?(?:["'][^"'\n]{1,64}["']|[\w.]{1,40}), ?(?=["'])/y,
    "password",
    "any",
  ],
  ["MIT-MAGIC-COOKIE-1 ", /MIT-MAGIC-COOKIE-1[ \t]{1,4}/y, "session-id", "token"],
  ["xauth add ", /xauth add \S{1,64} \S{1,32} /y, "session-id", "token"],
  ["oathtool ", /oathtool (?:-\S{1,20} ){1,5}(?=["']?[A-Z2-7a-f0-9]{4})/y, "totp-seed", "line"],
  // A name and its password for `chpasswd`, on the next lines.
  [
    "chpasswd <<|chpasswd:",
    /chpasswd(?: ?<<-? ?["']?\w{1,16}["']?\n|:\s{1,12}(?:expire: \w{4,5}\s{1,12})?(?:list:\s{1,4}\|?\s{0,12}-?)\s{0,12})["']?[\w.-]{1,32}:(?=\S{4})/y,
    "password",
    "any",
  ],
  ["<master>{", /<master>\{/y, "password", "token"],
  // Secrets at a fixed place of a command line.
  [
    "--value ",
    /(?<=(?:keyvault secret|ssm put-parameter)[^\n]{0,160})--value (?=\S{4})/y,
    "secret",
    "any",
  ],
  ["openssl passwd ", /openssl passwd (?:-\S{1,12} ){0,3}(?!-)(?=\S{4})/y, "password", "any"],
  ["mkpasswd ", /mkpasswd (?:-{1,2}\w{1,8}[ =]\S{1,12} ){0,3}(?!-)(?=\S{4})/y, "password", "any"],
  ["net user ", /net user [\w.$-]{1,64} (?![*/])(?=\S{4})/y, "password", "any"],
  ["net use ", /net use (?:\S{1,3} )?\\\\\S{3,80} (?![*/])(?=\S{4,64} \/)/y, "password", "any"],
  ["/rp ", /(?<= )\/rp (?=\S{4})/y, "password", "any"],
  ["-auth ", /(?<=\s)-auth [\w.@-]{1,64}:(?=\S{8})/y, "token", "any"],
  [
    "user-secrets set ",
    /user-secrets set ["']?[\w:.-]{1,80}["']? (?=["']?\S{4})/y,
    "secret",
    "any",
  ],
  ["mysqladmin ", /mysqladmin [^\n]{0,80}? password (?=\S{4})/y, "password", "any"],
  ["encrypt_string ", /encrypt_string (?:--\S{1,40} ){0,2}(?=["'])/y, "secret", "any"],
  ["PRAGMA key|PRAGMA rekey", /PRAGMA (?:re)?key ?= ?(?=["'])/y, "password", "any"],
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
];
