import { expect, test } from "vitest";
import { makeScrubber } from "../scrubber.ts";

// One row per form that a rule only just accepts.
test.each([
  ["a number without a blank behind its bracket", "call (415)555-0132", "phone"],
  ["a number with dots", "call 415.555.0132", "phone"],
  ["a number with brackets behind its country", "call +1 (415) 555-0132", "phone"],
  ["a code with a colon", "security code: 4928", "token"],
  ["a card's code with its number", "cvv2: 123", "credit-card"],
  ["a card's code in a sentence", "the cvv code is 123", "credit-card"],
  ["a credential behind a mechanism", "AUTH PLAIN abcdefg1h", "password"],
  ["a credential without one", "AUTH abcd1efgh", "password"],
  ["a password behind a capital flag", "tool -U bob -P x1y2z3", "password"],
  ["an argument behind two blanks", "keytool -storepass  changeit9", "password"],
  ["a token behind three blanks", "Bearer   abcdefghijklmnop1", "token"],
  ["a mail address with a dash in its name", "bob@a-b.co", "email"],
  ["a mail address with as many labels as there may be", "bob@a.b.c.d.e.f.co", "email"],
  ["a card in groups of four and a last of three", "card 4111 2222 3333 4444 551", "credit-card"],
  ["a card in groups of six and five", "card 3782 822463 10005", "credit-card"],
  ["a number with as few digits as there may be", "call +49 309018", "phone"],
  ["a token of a bot", `12345678:${"aB3".repeat(11)}cD`, "telegram-token"],
  ["a password behind a user", "net use x /user:bob hunter22x", "password"],
  ["a third argument behind a variable", "new mysqli('db', $user, 'hunter22x')", "password"],
  ["a third argument behind a number", 'PDO("mysql:host=x",1,"hunter22x")', "password"],
  ["a cookie with a short name", "Cookie: s=abc123", "cookie"],
  ["a password of four units behind a flag", "tool -u bob -p x1y2", "password"],
  ["a type before its value", "password: String = 'hunter22x'", "password"],
  ["a reference that may be empty", "token: &str | None = 'hunter22x'", "token"],
  ["a plan that knew nothing before", 'password = "" -> "hunter22x"', "password"],
  ["a name above its value", "- name: api_token\n  value: hunter22x", "token"],
  ["a variable in a block", 'variable "db_password" {\n  default = "hunter22x"\n}', "password"],
  ["a secret that begins like a variable", "password=$ecret1!x", "password"],
  ["a secret that begins like a pointer", "password=mysql8Root", "password"],
  ["a name with an underscore at its end", "password_=hunter22x", "password"],
  ["a word in a deeply indented block", "db:\n          password: sunflower", "password"],
  ["a secret like a variable, before brackets", "DB_PASS=$ecret!9\ncall (x)", "password"],
  ["a phrase behind a name", `pwd => ${"abandon ".repeat(11)}about`, "password"],
  ["an IPv6 address behind an escape", "peers:\\n2606:4700:4700::1111", "ip-address"],
  ["what is used without a variable", "password = ENV['X'] || 'hunter22x'", "password"],
  ["a block in YAML", "api:\n  secret: |\n    one-9a\n    two-8b\n  port: 1", "secret"],
  ["a folded block in YAML", "- token: >-\n    abcDEF123\n  name: y", "token"],
  ["a phrase in a block", "mnemonic: >\n  that is a cup\n  of words", "mnemonic"],
  ["a text in three quotes", 'password = """\none-9a\ntwo-8b\n"""\nport = 1', "password"],
  ["a passphrase of three words", "passphrase: correct horse battery\n", "password"],
  ["a password of four words", "DB_PASSWORD=correct horse battery staple\n", "password"],
  ["a passphrase in an element", "<passphrase>correct horse battery</passphrase>", "password"],
  ["a name that tells first", "PASSWORD_DB=hunter22x", "password"],
  ["a name that tells first, of a token", "TOKEN_FOO=abc123def456", "token"],
  ["a name that tells in the middle", "APP_PASSWD_MAIN: hunter22x", "password"],
  ["a key of a vendor", "OPENAI_KEY=0123456789abcdef0123456789abcdef", "api-key"],
  ["a short name", "DATABASE_PW=aezVoblbMp", "password"],
  ["a flag that tells first", "run --token-ci abc123def456", "token"],
  ["a link of Google", "?X-Goog-Signature=0123456789abcdef0123456789abcdef", "gcp"],
  ["a link of Azure", "?se=2030&sig=Yx9tR2kabC3dEf4Gh5iJk6LmN7oPq8%3D", "azure"],
  ["a link of CloudFront", "?Expires=1735689600&Signature=AbCdEf1gHiJk2LmNo3__", "aws"],
  [
    "an encrypted web token",
    `eyJhbGciOiJkaXIifQ..${"a1B2".repeat(4)}.${"c3D4".repeat(9)}.e5F6`,
    "jwt",
  ],
  ["a PASETO token", `v4.local.${"a1B2c3D4".repeat(8)}`, "jwt"],
  ["a message of NTLM", "TlRMTVNTUAADAAAAGAAYAH4AAAA", "authorization"],
  [
    "an answer to an NTLM challenge",
    `u::D:${"0a".repeat(8)}:${"1b".repeat(16)}:0101`,
    "password-hash",
  ],
  ["a prompt for an address", "Password for 'https://git.corp.io': hunter22x", "password"],
  ["a prompt for a passphrase", "Enter passphrase for key 'k': correct horse battery", "password"],
  ["a password on the next line", "use this password:\n\n  hunter22x\n", "password"],
  ["a printed file", "$ cat /run/secrets/db_password\nhunter22x\n", "password"],
  ["an argument of Maven", "mvn deploy -Dgpg.passphrase=hunter22x", "password"],
  ["a property of Gradle", 'android {\n  storePassword "hunter22x"\n}', "password"],
  ["credentials of sbt", 'Credentials("r", "h", "u", "hunter22x")', "password"],
  ["credentials of Bundler", "BUNDLE_GEMS__CORP__IO=u1:hunter22x", "password"],
  ["text in hex", Buffer.from("token=hunter22x-and-more").toString("hex"), "high-entropy-hex"],
  ["a tab of cat -A", "password^I=^Ihunter22x$\n", "password"],
  ["a column of cat -A", "user^Ipassword$\nada^Ihunter22x$\n", "password"],
  ["a column of CSV", "user,password\nada,hunter22x\n", "password"],
  ["a column of a table", "| id | token |\n|----|----|\n| 1 | hunter22x |\n", "token"],
  ["a wrapped token", `│ sk-ant-${"a1B2".repeat(8)} │\n│ ${"c3D4".repeat(8)} │`, "ai-key"],
  [
    "a token that a terminal broke",
    `ghp_${"a1B2".repeat(10)}\n${"c3D4".repeat(5)}\n`,
    "github-token",
  ],
  ["a continued line", `SIGNING_KEY=${"0a1b".repeat(8)}\\\n${"2c3d".repeat(8)}\n`, "secret"],
  ["a string in two pieces", 'token = ("abcd1234"\n         "efgh5678")', "token"],
  ["a list of secrets", "cookieSecret: [ 'abcd1234', 'efgh5678' ]", "secret"],
  ["an encoded address", "https%3A%2F%2Fci%3Ahunter22x%40corp.io", "basic-auth"],
  ["an encoded form", "password%3Dhunter22x%26user%3Dada", "password"],
  ["bytes of Python", "{'token': b'hunter22x'}", "token"],
  ["an element with attributes", '<Password Type="Text">hunter22x</Password>', "password"],
  ["a cluster of flags", 'curl -sSfu "ci:hunter22x" https://corp.io', "password"],
  ["a name of two words", "Session ID: 0123456789abcdef0123456789abcdef", "session-id"],
  ["a key of no known kind", "AIRBRAKE_PROJECT_KEY=0123456789abcdef0123456789abcdef", "api-key"],
  ["a name that tells first, in German", "KENNWORT_DB=hunter22x", "password"],
  ["a password in braces", "Uid=etl;Pwd={%yZoyFUH+I};Encrypt=yes", "password"],
  ["a value inside an element", "<Password>\n  <Value>hunter22x</Value>\n</Password>", "password"],
  ["a text that is marked as text", "<password><![CDATA[hunter22x]]></password>", "password"],
  ["a text on a line of its own", "<password>\n  hunter22x\n</password>", "password"],
  ["a diff by words", "password = [-hunter22x-]{+hunter33y+}", "password"],
  ["an old and a new value", "password: hunter22x -> hunter33y", "password"],
  ["a prompt without a blank", "Enter PEM pass phrase:hunter22x", "password"],
  ["a prompt with a remark", "Password (again): hunter22x", "password"],
  ["a number in a prompt", "Enter PIN for 'key': 625011", "token"],
  ["a password in a device's settings", "neighbor 10.0.0.1 password hunter22x", "password"],
  ["a cell beside its name", "| API_TOKEN | abc123def456 | production |", "token"],
  [
    "a variable that a shell prints",
    "$ echo $DB_PASSWORD | base64\nZEJUOTBJRmdhdlllWAo=\n",
    "password",
  ],
  ["a key in a store of sessions", '1) "sess:wXeZzvq0qYHzkNM4J4z9pEVZ"', "session-id"],
  ["a tuple", '{default_pass, <<"hunter22x">>}', "password"],
  ["a header in a call", 'Set("X-Api-Key", "0123456789abcdef0123456789abcdef")', "api-key"],
  ["a value that may be missing", 'password: Some("hunter22x")', "password"],
  ["a list of tokens", `tokens:\n  - ${"a1B2".repeat(6)}\n`, "token"],
  ["a flag above its value", "args:\n  --token\n  abc123def456\n", "token"],
  ["a password of Oracle", "expdp system/hunter22x@orcl full=y", "password"],
  ["a cmdlet", "New-Login -User sa -Password hunter22x -Force", "password"],
  ["a value that must be unique", `Key (token)=(${"a1B2".repeat(6)}) already exists.`, "token"],
  [
    "a phrase with numbers",
    "abandon ability able about above absent absorb abstract absurd abuse access accident"
      .split(" ")
      .map((word, index) => `${index + 1}. ${word}`)
      .join("\n"),
    "mnemonic",
  ],
] as const)("%s is found", (_what, text, category) => {
  expect(
    makeScrubber()
      .scrub(text)
      .found.map((place) => place.category),
  ).toEqual([category]);
});

const NPMRC = "//registry.npmjs.org/:_authToken=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\n";

test.each([
  ["xxd", /(.{1,16})/gs, (part: string) => `: ${hex(part).replace(/(.{4})/g, "$1 ")} x`],
  ["hexdump -C", /(.{1,16})/gs, (part: string) => `  ${hex(part).replace(/(..)/g, "$1 ")} |x|`],
  ["hexdump", /(.{1,16})/gs, (part: string) => ` ${hex(part).replace(/(..)(..)/g, "$2$1 ")}`],
] as const)("a secret in a dump of %s is found", (_what, parts, shown) => {
  const lines = (NPMRC.match(parts) ?? []).map(
    (part, index) => (index * 16).toString(16).padStart(8, "0") + shown(part).trimEnd(),
  );
  const { text, found } = makeScrubber().scrub(`$ show .npmrc\n${lines.join("\n")}\nend`);
  expect(found.map(({ category }) => category)).toEqual(["npm-token"]);
  expect(text).toBe(`$ show .npmrc\n${lines.slice(0, 2).join("\n")}\n${text.split("\n")[3]}\nend`);
});

function hex(text: string): string {
  return Buffer.from(text, "latin1").toString("hex");
}

test("hex digits around a known value go with it", () => {
  const secrets = [{ value: "0123456789abcdef", category: "token" }] as const;
  const text = `id ${"9f".repeat(12)}0123456789abcdef${"8e".repeat(4)} end`;
  expect(makeScrubber({ secrets }).scrub(text).text).toBe("id [REDACTED:token] end");
});

test("a block whose line is longer than what is looked at is redacted, and ends the search", () => {
  const text = `secret: |\n  ${"a1".repeat(5_000)}\nport: 1`;
  expect(
    makeScrubber()
      .scrub(text)
      .found.map(({ category }) => category),
  ).toContain("secret");
});

// The same forms with one thing wrong.
test.each([
  ["a mail address whose last label is a letter", "bob@a.c"],
  ["a mail address whose label begins with a dash", "bob@-a.co"],
  ["a mail address with too many labels", "bob@a.b.c.d.e.f.g.co"],
  ["a card with two kinds of marks", "card 4111-1111-1111 1111"],
  ["a card with a wrong digit", "card 4111 1111 1111 1112"],
  ["a number with too few digits", "call +49 30901"],
  ["a number that lacks one digit", "call +1 415 555 013"],
  ["a number with three marks in a row", "call +49 - 309018"],
  ["an area that nobody comes from", "666-05-1120 000-05-1120 900-05-1120"],
  ["a group or a serial of zeros", "078-00-1120 078-05-0000"],
  ["a token of a bot with a unit too much", `12345678:${"aB3".repeat(12)}`],
  ["an option behind a user", "net use x /user:bob /persistent"],
  ["a third argument that is a variable", "new mysqli('db', $user, secret1)"],
  ["a second argument without a comma", "new mysqli('db' $user, 'hunter22x')"],
  ["a long name behind key=, and a digit later", 'key="DEV_Authorization-name = a b&y=1'],
  ["a phrase that a placeholder goes on", `${"abandon ".repeat(11)}about[REDACTED:token]`],
  ["code around a placeholder", "password=read[[REDACTED:token]"],
  ["a placeholder", "API_TOKEN=changeme DB_PASSWORD=change_me SECRET=your-secret-here"],
  ["what a shell says of a variable", "./deploy.sh: line 5: DEPLOY_TOKEN: unbound variable"],
  ["a token that is an example", "KEY=sk-ant-xxxxxxxxxxxxxxxxxxxxxxxx xoxb-your-token-here"],
  [
    "a name that is about a secret",
    "TOKEN_URL=a1b2c3d4 PASSWORD_MIN_LENGTH=12ab34cd token_type=ab12cd34",
  ],
  ["a value that nobody chose", "TOKEN_LIFETIME_A=3600s SECRET_STORE_A=vault TOKEN_X=disabled"],
  ["a block about a secret", "password: |\n  The password that you use.\nport: 1"],
  ["a block of settings", "secrets: |\n  LEVEL=debug\n"],
  ["a change of a password", "- password: bump the cost of bcrypt"],
  ["the help of a program", "  --password PASSWORD   password to use"],
  [
    "a dump without a secret",
    "00000000  48 65 6c 6c 6f 2c 20 77  6f 72 6c 64 21 0a        |Hello, world!.|",
  ],
  ["a head without cells", "user,password\n\nnothing here"],
  ["a public key", `public key: ${"a1B2".repeat(10)}a1B=`],
  ["a key that is no credential", "idempotency_key: 01234567-89ab-4cde-8f01-23456789abcd"],
  ["a word in another language", "de:\n  password: Passwort\n  token: Zugangsschlüssel\n"],
  ["groups of hex digits", "0010: 0300 3e00 0100 0000 4010 0000 0000 0000  ..>."],
  ["an algorithm behind a password", "unsupported password sha256crypt, use password argon2id"],
  ["a time, a version and a date", "10:38:21 v7.2.2: 2026-11-15T10:00"],
  ["a type of a salt", "protected salt: Uint32Array; appCertificate: UInt8Array"],
  ["a list of names", "tokens:\n  - access\n  - refresh\n"],
  ["a flag above its description", "  --token\n      The token to use\n"],
  ["a sentence about cookies", "Cookie: what is a cookie"],
  ["a port, an address and a path behind a flag", "x -u a -p 8080 -u a -p a:b1c -u a -p ./d1"],
])("%s is left", (_what, text) => {
  expect(makeScrubber().scrub(text)).toEqual({ text, found: [] });
});
