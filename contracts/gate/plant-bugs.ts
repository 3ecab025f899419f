/**
 * `node contracts/gate/plant-bugs.ts`: checks that the forge tests find bugs.
 *
 * Puts one known kind of bug at a time into a copy of the contract, builds it and runs the forge
 * tests. A bug that no test finds fails this program.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { REPOSITORY, runForge, TEST_PROFILE } from "../local-chain/forge.ts";

interface Bug {
  readonly name: string;
  readonly file: string;
  readonly healthy: string;
  readonly planted: string;
}

const BUGS: readonly Bug[] = [
  {
    name: "the filer always pays the court",
    file: "Settlement.sol",
    healthy: "if (row == Row.RuledFulfilled) {",
    planted: "if (row == Row.RuledFulfilled && pot.filer == Side.Principal) {",
  },
  {
    name: "a share is paid before it is marked as claimed",
    file: "FixEscrow.sol",
    healthy: `        _records[id].purse.claimed = purse.claimed | bit;
        emit Claimed(id, role, to, amount);
        _send(terms.token, to, amount);`,
    planted: `        emit Claimed(id, role, to, amount);
        (bool isReceived,) = to.call{value: amount}("");
        if (!isReceived) revert NotReceived(to, amount);
        _records[id].purse.claimed = purse.claimed | bit;`,
  },
  {
    name: "an approval is valid on other chains and escrows",
    file: "Intents.sol",
    healthy: "bytes32 digest = _digest(keccak256(abi.encode(APPROVAL_TYPE, id, agent, expiry)));",
    planted: "bytes32 digest = keccak256(abi.encode(APPROVAL_TYPE, id, agent, expiry));",
  },
  {
    name: "an act at the deadline is late",
    file: "EscrowStore.sol",
    healthy: `    function _needInTime(bytes32 id, Life life) internal view {
        if (block.timestamp > life.deadline()) {`,
    planted: `    function _needInTime(bytes32 id, Life life) internal view {
        if (block.timestamp >= life.deadline()) {`,
  },
  {
    name: "a silent principal can fine the agent while its fix waits",
    file: "Work.sol",
    healthy: `        if (!life.isIn(Phase.Investigating)) _needPhase(id, life, Phase.InProgress);
        _needTimeout(id, life);`,
    planted: `        bool isWaiting = life.isIn(Phase.Verifying);
        if (!isWaiting && !life.isIn(Phase.Investigating)) _needPhase(id, life, Phase.InProgress);
        _needTimeout(id, life);`,
  },
  {
    name: "a halt restarts a grace period that was over",
    file: "Court.sol",
    healthy: "purse.graceEnds += uint40(block.timestamp) - purse.haltedAt;",
    planted: "purse.graceEnds = uint40(block.timestamp) + 30;",
  },
  {
    name: "an agent's bond is forgotten when it declines",
    file: "Work.sol",
    healthy: "_former[id][life.agent()] = Former(true, bonded);",
    planted: "_former[id][life.agent()] = Former(true, 0);",
  },
];

const folder = mkdtempSync(join(tmpdir(), "bazaar-bugs-"));
try {
  copyInto(folder);
  let missed = 0;
  for (const bug of BUGS) {
    const found = await findersOf(folder, bug);
    if (found.length === 0) missed += 1;
    const by = found.length === 0 ? "NOT FOUND" : `found by ${found.length} tests`;
    console.log(`${bug.name}: ${by}${found.length > 0 ? `, first ${found[0]}` : ""}`);
  }
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function copyInto(root: string): void {
  for (const part of ["src", "test", "bin", "foundry.toml", "package.json"]) {
    const path = join("contracts", part);
    cpSync(join(REPOSITORY, path), join(root, path), { recursive: true });
  }
  cpSync(join(REPOSITORY, "spec", "vectors"), join(root, "spec", "vectors"), { recursive: true });
  const modules = join("node_modules", "@openzeppelin");
  cpSync(join(REPOSITORY, modules), join(root, modules), { recursive: true });
  symlinkSync(join(REPOSITORY, "node_modules", "solc"), join(root, "node_modules", "solc"));
}

/** The tests that fail with the bug in place. A bug that does not compile is an error. */
async function findersOf(root: string, { name, file, healthy, planted }: Bug): Promise<string[]> {
  const path = join(root, "contracts", "src", file);
  const source = readFileSync(path, "utf8");
  if (source.split(healthy).length !== 2)
    throw new Error(`${name}: ${file} no longer contains the code to replace`);
  writeFileSync(path, source.replace(healthy, planted));
  try {
    const built = await runForge(["build", "contracts/src"], { root });
    if (built.status !== 0) throw new Error(`${name}\n${built.output}\n${built.errors}`);
    const env = { ...TEST_PROFILE, FOUNDRY_FUZZ_RUNS: "32" };
    const { output } = await runForge(["test"], { root, env });
    const failed = [...output.matchAll(/^\[FAIL.*?\] (test_\w+|invariant_\w+)/gm)];
    return [...new Set(failed.map(([, test]) => test ?? ""))];
  } finally {
    writeFileSync(path, source);
  }
}
