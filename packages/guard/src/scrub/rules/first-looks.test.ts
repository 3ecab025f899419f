import { expect, test } from "vitest";
import { makeScrubber } from "../scrubber.ts";

// Rules refuse most places by a look at a unit or two. Each of these is a form that such a look
// comes close to refusing, and must let through.
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
  ["a type before its value", "password: String = 'hunter22x'", "password"],
  ["a reference that may be empty", "token: &str | None = 'hunter22x'", "token"],
  ["a plan that knew nothing before", 'password = "" -> "hunter22x"', "password"],
  ["a name above its value", "- name: api_token\n  value: hunter22x", "token"],
  ["a variable in a block", 'variable "db_password" {\n  default = "hunter22x"\n}', "password"],
  ["a secret that begins like a variable", "password=$ecret1!x", "password"],
  ["a secret that begins like a pointer", "password=mysql8Root", "password"],
  ["what is used without a variable", "password = ENV['X'] || 'hunter22x'", "password"],
] as const)("%s is found", (_what, text, category) => {
  expect(
    makeScrubber()
      .scrub(text)
      .found.map((place) => place.category),
  ).toEqual([category]);
});
