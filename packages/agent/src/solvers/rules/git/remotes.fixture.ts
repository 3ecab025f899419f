import type { Fixture } from "../test/fixture.ts";
import { ONE_COMMIT } from "../test/git-setup.ts";
import { stub } from "../test/stub.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-remote-exists",
    when: "the project has moved",
    setup: "git init -q . && git remote add origin https://example.org/old.git",
    command: "git remote add origin https://example.org/new.git",
    shows: "remote origin already exists",
    needs: ["git"],
  },
  {
    rule: "git-unknown-remote",
    when: "origin is mistyped",
    setup: `git init -q --bare remote.git && ${ONE_COMMIT} && git remote add origin ./remote.git`,
    command: "git push orign main",
    shows: "'orign' does not appear to be a git repository",
    needs: ["git"],
  },
  {
    rule: "git-unknown-remote",
    when: "there is none",
    setup: ONE_COMMIT,
    command: "git push origin main",
    shows: "'origin' does not appear to be a git repository",
    hints: "git remote add origin URL",
    needs: ["git"],
  },
  {
    rule: "git-clone-exists",
    when: "there are notes in it",
    files: { "handbook/notes.txt": "mine\n" },
    setup: "git init -q --bare srv/handbook.git",
    command: "git clone srv/handbook.git",
    shows: "already exists and is not an empty directory",
    hints: "git clone srv/handbook.git handbook-2",
    needs: ["git"],
  },
  {
    rule: "git-address-slip",
    when: "https lacks a letter",
    command: "git clone htps://example.org/shop.git",
    shows: "htps",
    hints: "git clone https://example.org/shop.git",
    needs: ["git"],
  },
  {
    rule: "git-login",
    when: "a password is refused",
    // GitHub.
    ...stub(
      "git",
      "remote: Support for password authentication was removed on August 13, 2021.\nfatal: Authentication failed for 'https://example.org/a.git/'",
      128,
    ),
    command: "git push",
    shows: "Support for password authentication was removed",
    hints: "personal access token",
  },
];
