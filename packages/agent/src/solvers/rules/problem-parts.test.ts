import { expect, test } from "vitest";
import { problemParts } from "./problem-parts.ts";

const failing = (command: string) => ({ command, error: "", capabilities: [] });

/** The innermost command's investigator, and what it asked. */
function investigating(command: string, sees: (look: string) => string | null) {
  const looks: string[] = [];
  const [part] = problemParts(failing(command));
  const investigator = part!.investigator(async (look) => {
    looks.push(look);
    return sees(look);
  });
  return { investigator, looks };
}

test("a directory that is closed to the first look is not looked into again", async () => {
  const { investigator, looks } = investigating("cd /elsewhere && gti init", () => null);
  expect(await investigator.read("a")).toBeNull();
  expect(await investigator.read("b")).toBeNull();
  expect(looks).toEqual(["cd /elsewhere && cat a"]);
});

test("one refused file does not close a directory that was open", async () => {
  const { investigator, looks } = investigating("cd src && gti init", (look) =>
    look.endsWith(" secret") ? null : "text",
  );
  expect(await investigator.read("a")).toBe("text");
  expect(await investigator.read("secret")).toBeNull();
  expect(await investigator.read("b")).toBe("text");
  expect(looks).toHaveLength(3);
});

test.each(["cd /elsewhere && gti init", "cd $there && gti init"])(
  "which programs there are is seen from anywhere: %s",
  async (command) => {
    const { investigator, looks } = investigating(command, (look) =>
      look.startsWith("cd ") ? null : "/usr/bin/git\n",
    );
    expect(await investigator.installed(["git", "gist"])).toEqual(["git"]);
    expect(looks).toEqual(["which git gist"]);
  },
);
