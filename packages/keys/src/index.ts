export { ed25519Verify } from "./ed25519-verify.ts";
export { rememberVerified } from "./remember-verified.ts";
export { generateSigner, signer } from "./signer.ts";
export { VerifyUnavailable, VerifyWorkers } from "./verify-many.ts";
