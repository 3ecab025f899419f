import { expect, test } from "vitest";
import { holdsSecret, repositorySecret } from "./repository-secrets.ts";

interface Row {
  readonly path: string;
  readonly isMarked?: boolean;
  readonly is: string | null;
}

test.each<Row>([
  { path: ".env", is: "secret" },
  { path: "apps/web/.env.production", is: "secret" },
  { path: ".env.example", is: null },
  { path: ".ssh/config", is: "secret" },
  { path: "home/.aws/anything/at/all", is: "secret" },
  { path: "terraform.tfstate", is: "secret" },
  { path: ".npmrc", is: "perhaps" },
  { path: "deploy/id_rsa", is: "perhaps" },
  { path: "deploy/id_ed25519_sk", is: "perhaps" },
  { path: "deploy/id_backup", is: "perhaps" },
  { path: "src/id_map.ts", is: null },
  { path: "vpn/office.ovpn", is: "secret" },
  { path: "wallet.dat", is: "secret" },
  { path: "passwords.kdbx", is: "secret" },
  { path: "app/Release.JKS", is: "secret" },
  { path: "app/upload.keystore", is: "secret" },
  { path: "tls/client.p12", is: "secret" },
  { path: "tls/client.pfx", is: "secret" },
  { path: "infra/prod.tfstate", is: "secret" },
  { path: "infra/prod.tfstate.backup", is: "secret" },
  { path: ".netrc", is: "secret" },
  { path: "db/.pgpass", is: "secret" },
  { path: "kubeconfig", is: "secret" },
  { path: "prod.kubeconfig", is: "perhaps" },
  { path: "ci/kubeconfig-prod.yaml", is: "perhaps" },
  { path: "src/kubeconfig.go", is: null },
  { path: "my-service-account.json", is: "perhaps" },
  { path: "gcp/project-1234.json", is: null },
  { path: "gcp/project-1234.json", isMarked: true, is: "perhaps" },
  { path: "values", isMarked: true, is: "perhaps" },
  { path: "src/tls.test.ts", isMarked: true, is: null },
  { path: "docs/keys.md", isMarked: true, is: null },
  { path: "test/fixtures/a.json", isMarked: true, is: null },
  { path: "test/fixtures/client.p12", is: null },
  { path: "src/keyboard.ts", is: null },
  { path: "monkey.p12.md", is: null },
  { path: "wallet.data", is: null },
  { path: "src/keystore.ts", is: null },
  { path: "certificates/server.pem", is: "perhaps" },
  { path: "test/fixtures/server.pem", is: null },
  { path: "src/index.ts", is: null },
])("$path is $is", ({ path, isMarked = false, is }) => {
  expect(repositorySecret(path, isMarked)).toBe(is);
});

test.each([
  { what: "a token", text: "//registry.npmjs.org/:_authToken=npm_abcdef", is: true },
  { what: "a variable", text: `//registry.npmjs.org/:_authToken=$${"{NPM_TOKEN}"}`, is: false },
  {
    what: "a private key",
    text: `-----BEGIN PRIVATE KEY-----\n${"MIIE".repeat(8)}`,
    is: true,
  },
  { what: "a key of a cluster", text: "users:\n- user:\n    client-key-data: TFM", is: true },
  {
    what: "a static key of a VPN",
    text: `-----BEGIN OpenVPN Static key V1-----\n${"6acef03f".repeat(4)}`,
    is: true,
  },
  { what: "a certificate", text: `-----BEGIN CERTIFICATE-----\n${"MIIE".repeat(8)}`, is: false },
  { what: "a setting", text: "save-exact=true", is: false },
])("$what is a secret: $is", ({ text, is }) => {
  expect(holdsSecret(Buffer.from(text))).toBe(is);
});
