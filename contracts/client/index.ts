export { fixEscrowAbi } from "./abi.ts";
export {
  type ActResult,
  type EscrowAct,
  EscrowClient,
  type EscrowRefusal,
  type EscrowState,
  type EscrowTerms,
  encodeCall,
  explain,
  roleNumber,
} from "./escrow-client.ts";
export { type EscrowLog, phaseNumber, type Rebuilt, rebuild } from "./rebuild.ts";
export {
  type BondApproval,
  bondApprovalData,
  type EscrowAt,
  escrowId,
  type Intent,
  intentData,
} from "./typed-data.ts";
export {
  CHAIN_PHASE_OF,
  CHAIN_PHASES,
  CHAIN_ROLES,
  CHAIN_ROWS,
  CHAIN_RULINGS,
  type ChainPhase,
  type ChainRole,
  type ChainRow,
  type ChainRuling,
} from "./vocabulary.ts";
