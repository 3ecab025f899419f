import { expect, test } from "vitest";
import { People } from "./people.ts";

function people(): People {
  const found = new People();
  found.see("@3bc8aaaa", "ada");
  found.see("@77770000", "ada");
  found.see("@99990000", "bob");
  return found;
}

test("a name that two agents have names neither, unless a part of the id follows", () => {
  expect(people().find("bob")).toEqual({ id: "@99990000" });
  expect(people().find("ada")).toEqual({
    problem: "there are several: ada@3bc8aaaa, ada@77770000",
  });
  expect(people().find("ada@3bc8")).toEqual({ id: "@3bc8aaaa" });
  expect(people().find("ada@9999")).toHaveProperty("problem");
  expect(people().find("cid")).toHaveProperty("problem");
});

test("an id is taken as it is, and its beginning for the only one that begins so", () => {
  expect(people().find("@9999")).toEqual({ id: "@99990000" });
  expect(people().find("@unseen")).toEqual({ id: "@unseen" });
});

test("a name is shown inert and short, as it is now", () => {
  const found = people();
  found.see("@99990000", "\u001b[2J\nadmin with a very long name");
  expect(found.words("@99990000")).toMatch(/^\\u\{1b\}\[2J\\nadmin[ -~]{1,20}@9999$/);
});
