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
  ["a word in a deeply indented block", "db:\n          password: changeme", "password"],
  ["a secret like a variable, before brackets", "DB_PASS=$ecret!9\ncall (x)", "password"],
  ["a phrase behind a name", `pwd => ${"abandon ".repeat(11)}about`, "password"],
  ["an IPv6 address behind an escape", "peers:\\n2606:4700:4700::1111", "ip-address"],
  ["what is used without a variable", "password = ENV['X'] || 'hunter22x'", "password"],
] as const)("%s is found", (_what, text, category) => {
  expect(
    makeScrubber()
      .scrub(text)
      .found.map((place) => place.category),
  ).toEqual([category]);
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
  ["a sentence about cookies", "Cookie: what is a cookie"],
  ["a port, an address and a path behind a flag", "x -u a -p 8080 -u a -p a:b1c -u a -p ./d1"],
])("%s is left", (_what, text) => {
  expect(makeScrubber().scrub(text)).toEqual({ text, found: [] });
});
