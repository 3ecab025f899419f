import type { Signer } from "@bazaar/kernel";
import { openKeyFile } from "@bazaar/keys/key-file";
import { complain } from "@bazaar/terminal";

/** The key in a file, which is created and announced if it is missing. @throws BadInput */
export function openIdentity(keyFile: string): Signer {
  const { signer, isNew } = openKeyFile(keyFile);
  if (isNew) complain("bazaar", `created ${keyFile}: keep this file secret, it is your identity`);
  return signer;
}
