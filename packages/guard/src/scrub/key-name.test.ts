import { expect, test } from "vitest";
import { meaningOfKey } from "./key-name.ts";

test.each([
  { name: "DB_PASSWORD", means: "password" },
  { name: "spring.datasource.password", means: "password" },
  { name: "myApiKey", means: "api-key" },
  { name: "APIKey", means: "api-key" },
  { name: "aws_secret_access_key", means: "aws" },
  { name: "AZURE_CLIENT_SECRET", means: "azure" },
  { name: "mfa_secret", means: "totp-seed" },
  { name: "dbpassword", means: "password" },
  { name: "token_prod_2", means: "token" },
  { name: "secretBase64", means: "secret" },
  { name: "sort_key", means: null },
  { name: "publicKey", means: null },
  { name: "token_type", means: null },
  { name: "password_file", means: null },
  { name: "monkey", means: null },
])("the name $name means $means", ({ name, means }) => {
  expect(meaningOfKey(name)?.category ?? null).toBe(means);
});
