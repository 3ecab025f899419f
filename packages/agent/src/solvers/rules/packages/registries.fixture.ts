import type { Fixture } from "../test/fixture.ts";
import { stub } from "../test/stub.ts";

export const fixtures: readonly Fixture[] = [
  {
    // npm 10.
    rule: "npm-unknown-package",
    when: "express has an s too many",
    ...stub(
      "npm",
      "npm error code E404\nnpm error 404 Not Found - GET https://registry.npmjs.org/expresss - Not found\nnpm error 404\nnpm error 404  'expresss@^4.0.0' is not in this registry.",
    ),
    command: "npm install expresss@^4.0.0",
    shows: "is not in this registry",
    hints: "npm install 'express@^4.0.0'",
  },
  {
    // npm 10.
    rule: "npm-peer-conflict",
    when: "a plugin wants an older React",
    ...stub(
      "npm",
      'npm error code ERESOLVE\nnpm error ERESOLVE unable to resolve dependency tree\nnpm error\nnpm error While resolving: shop@1.0.0\nnpm error Found: react@19.0.0\nnpm error node_modules/react\nnpm error   react@"^19.0.0" from the root project\nnpm error\nnpm error Could not resolve dependency:\nnpm error peer react@"^17.0.0" from react-table@7.8.0',
    ),
    command: "npm install react-table",
    shows: "code ERESOLVE",
    hints: "react-table@7.8.0 needs react@^17.0.0, but the project has react@19.0.0",
  },
  {
    // cargo 1.95.
    rule: "cargo-unknown-crate",
    when: "a crate is mistyped",
    ...stub("cargo", "error: the crate `sedre` could not be found in registry index.", 101),
    command: "cargo add sedre",
    shows: "could not be found",
    hints: "cargo add serde",
  },
  {
    rule: "registry-offline",
    when: "pip has no network",
    // pip 23.
    ...stub(
      "pip",
      "WARNING: Retrying (Retry(total=4, connect=None, read=None, redirect=None, status=None)) after connection broken by 'NewConnectionError('<pip._vendor.urllib3.connection.HTTPSConnection object at 0x7f>: Failed to establish a new connection: [Errno -3] Temporary failure in name resolution')': /simple/httpx/\nERROR: Could not find a version that satisfies the requirement httpx (from versions: none)",
    ),
    command: "pip install httpx",
    shows: "Temporary failure in name resolution",
    hints: "Check the network connection",
  },
  {
    // Ruby 3.3, Bundler 2.4.
    rule: "packages-named",
    when: "gems are not installed",
    ...stub(
      "bundle",
      "bundler: command not found: rake\nInstall missing gem executables with `bundle install`",
      127,
    ),
    command: "bundle exec rake",
    shows: "bundler: command not found",
    hints: "bundle install",
  },
];
