import { expect, test } from "vitest";
import { holdsSecret, repositorySecret } from "./repository-secrets.ts";

test.each([
  { path: ".env", is: "secret" },
  { path: "apps/web/.env.production", is: "secret" },
  { path: ".env.example", is: null },
  { path: ".ssh/config", is: "secret" },
  { path: "home/.aws/anything/at/all", is: "secret" },
  { path: "terraform.tfstate", is: "secret" },
  { path: ".npmrc", is: "perhaps" },
  { path: "deploy/id_rsa", is: "perhaps" },
  { path: "certificates/server.pem", is: "perhaps" },
  { path: "test/fixtures/server.pem", is: null },
  { path: "src/index.ts", is: null },
])("$path is $is", ({ path, is }) => {
  expect(repositorySecret(path)).toBe(is);
});

test.each([
  { what: "a token", text: "//registry.npmjs.org/:_authToken=npm_abcdef", is: true },
  { what: "a variable", text: `//registry.npmjs.org/:_authToken=$${"{NPM_TOKEN}"}`, is: false },
  {
    what: "a private key",
    text: `-----BEGIN PRIVATE KEY-----\n${"MIIE".repeat(8)}`,
    is: true,
  },
  { what: "a certificate", text: `-----BEGIN CERTIFICATE-----\n${"MIIE".repeat(8)}`, is: false },
  { what: "a setting", text: "save-exact=true", is: false },
])("$what is a secret: $is", ({ text, is }) => {
  expect(holdsSecret(Buffer.from(text))).toBe(is);
});
