export { ed25519Verifier, ed25519Verify } from "./ed25519-verify.ts";
export { createPrivateDirectory } from "./private-directory.ts";
export { generateSigner, signer } from "./signer.ts";
