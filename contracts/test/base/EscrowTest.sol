// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {EscrowErrors} from "../../src/EscrowErrors.sol";
import {EscrowEvents, Role} from "../../src/EscrowEvents.sol";
import {Purse} from "../../src/EscrowStore.sol";
import {FixEscrow} from "../../src/FixEscrow.sol";
import {Intent} from "../../src/Intents.sol";
import {LifeFacts, Phase, Ruling} from "../../src/Life.sol";
import {Row, Shares, Side} from "../../src/Settlement.sol";
import {Terms} from "../../src/Terms.sol";
import {Claims} from "./Claims.sol";
import {Log, vm} from "./Vm.sol";

/// @notice One contract with random terms, taken to any phase.
abstract contract EscrowTest is Claims, EscrowErrors, EscrowEvents {
    uint256 internal constant NEVER = 2 ** 40;
    bytes32 internal constant HASH = keccak256("an entry of the transcript");

    uint256 internal constant PRINCIPAL_KEY = 0xa1;
    uint256 internal constant AGENT_KEY = 0xa2;
    uint256 internal constant PLATFORM_KEY = 0xa3;
    uint256 internal constant ORACLE_KEY = 0xa4;
    uint256 internal constant RIVAL_KEY = 0xa5;
    address internal immutable PRINCIPAL = vm.addr(PRINCIPAL_KEY);
    address internal immutable AGENT = vm.addr(AGENT_KEY);
    address internal immutable PLATFORM = vm.addr(PLATFORM_KEY);
    address internal immutable ORACLE = vm.addr(ORACLE_KEY);
    address internal immutable RIVAL = vm.addr(RIVAL_KEY);
    address internal constant CHARITY = address(0xc4a1);
    address internal constant STRANGER = address(0x57a6e);

    FixEscrow internal escrow;
    Terms internal terms;
    bytes32 internal contractId = keccak256("the kernel's id");
    bytes32 internal id;
    uint256 internal bonded;

    function setUp() public virtual {
        vm.warp(1_800_000_000);
        escrow = deploy();
        address[6] memory people = [PRINCIPAL, AGENT, PLATFORM, ORACLE, RIVAL, STRANGER];
        for (uint256 i = 0; i < people.length; i++) {
            vm.deal(people[i], 2 ** 130);
        }
    }

    /// @dev Deploys the bytecode that ships, built by the default profile. Coverage needs a contract
    ///      that was compiled with the tests.
    function deploy() internal returns (FixEscrow) {
        if (vm.envOr("BAZAAR_COVERAGE", false)) return new FixEscrow();
        return FixEscrow(vm.deployCode("contracts/out/FixEscrow.sol/FixEscrow.json"));
    }

    /// @dev Random valid terms with a court, in the native coin.
    function draw(uint256 seed) internal {
        terms.principal = PRINCIPAL;
        terms.platform = PLATFORM;
        terms.oracle = ORACLE;
        terms.charity = CHARITY;
        terms.bounty = uint128(amount(seed, "bounty") + 1);
        terms.minBond = uint128(amount(seed, "minBond"));
        for (uint256 tier = 0; tier < 3; tier++) {
            terms.courtFees[tier] = uint128(amount(mix(seed, "tier") / 4 + tier, "courtFees"));
        }
        terms.platformFeeBps = uint16(between(mix(seed, "bps"), 0, 10_000));
        terms.maxAttempts = uint8(between(mix(seed, "attempts"), 1, 50));
        terms.executionSeconds = uint16(between(mix(seed, "execution"), 30, 3_600));
        terms.reviewSeconds = uint24(between(mix(seed, "review"), 60, 86_400));
        terms.isAutonomous = mix(seed, "mode") % 2 == 0;
        terms.restitution = mix(seed, "restitution") % 2 == 0;
        bonded = leastBond() + (seed % 2 == 0 ? 0 : amount(seed, "spare"));
    }

    function amount(uint256 seed, string memory salt) internal pure returns (uint256) {
        uint256 drawn = mix(seed, salt);
        return drawn % 3 == 0 ? drawn % 1_000 : drawn % 2 ** 120;
    }

    function fees() internal view returns (uint256) {
        return uint256(terms.courtFees[0]) + terms.courtFees[1] + terms.courtFees[2];
    }

    function leastBond() internal view returns (uint256) {
        return fees() > terms.minBond ? fees() : terms.minBond;
    }

    /// @dev Takes a new contract to a phase.
    function reach(Phase phase) internal {
        if (phase == Phase.Verifying) terms.isAutonomous = false;
        if (phase == Phase.None) return;
        post();
        if (phase == Phase.Open) return;
        if (phase == Phase.Canceled) {
            return take(PRINCIPAL, abi.encodeCall(escrow.cancel, (id, terms)));
        }
        bond(AGENT);
        if (phase == Phase.Investigating) return;
        take(AGENT, abi.encodeCall(escrow.accept, (id)));
        if (phase == Phase.InProgress) return;
        if (phase == Phase.Halted) return halt();
        bool isCourt = phase >= Phase.AwaitResponse && phase <= Phase.Ruled;
        if (isCourt || phase == Phase.Resolved || phase == Phase.Voided) return reachCourt(phase);
        take(AGENT, abi.encodeCall(escrow.submitFix, (id, HASH)));
        if (phase == Phase.Verifying) return;
        if (phase == Phase.Fulfilled) return verify(true);
        // In supervised mode the review opens when the verification is overdue.
        if (!terms.isAutonomous) vm.warp(life().deadline + 1);
        if (phase == Phase.Review) return;
        take(PRINCIPAL, abi.encodeCall(escrow.reviewReject, (id, terms)));
    }

    function reachCourt(Phase phase) private {
        file(PRINCIPAL);
        if (phase == Phase.AwaitResponse) return;
        take(AGENT, abi.encodeCall(escrow.respondDispute, (id, terms, HASH)));
        if (phase == Phase.Disputed) return;
        if (phase == Phase.Voided) {
            return take(ORACLE, abi.encodeCall(escrow.refuseDispute, (id, terms, 1)));
        }
        rule(Ruling.Canceled);
        if (phase == Phase.Ruled) return;
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.finalizeRuling, (id)));
    }

    function post() internal {
        id = escrow.idOf(PRINCIPAL, contractId);
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        takeWith(PRINCIPAL, coin(terms.bounty + fees()), call);
    }

    function bond(address agent) internal {
        takeWith(agent, coin(bonded), bondCall(agent));
    }

    /// @dev The native coin to send for an amount: none if it is due in tokens.
    function coin(uint256 due) private view returns (uint256) {
        return terms.token == address(0) ? due : 0;
    }

    function bondCall(address agent) internal view returns (bytes memory) {
        bytes memory approval = sign(PLATFORM_KEY, approvalDigest(id, agent, NEVER));
        return abi.encodeCall(escrow.bond, (id, terms, bonded, NEVER, approval));
    }

    function verify(bool success) internal {
        take(PRINCIPAL, abi.encodeCall(escrow.verify, (id, terms, success)));
    }

    function file(address by) internal {
        take(by, abi.encodeCall(escrow.fileDispute, (id, terms, HASH)));
    }

    function rule(Ruling ruling) internal {
        uint256 question = life().question;
        take(ORACLE, abi.encodeCall(escrow.rule, (id, terms, question, ruling, HASH)));
    }

    function halt() internal {
        take(PRINCIPAL, abi.encodeCall(escrow.halt, (id, terms)));
    }

    function claim(Role role, address to) internal {
        take(STRANGER, abi.encodeCall(escrow.claim, (id, terms, role, to)));
    }

    function life() internal view returns (LifeFacts memory facts) {
        (facts,) = escrow.lifeOf(id, terms);
    }

    function purse() internal view returns (Purse memory found) {
        (, found) = escrow.lifeOf(id, terms);
    }

    function shares() internal view returns (Shares memory) {
        return escrow.sharesOf(id, terms);
    }

    function claimPhase(Phase phase) internal view {
        claimEq(uint256(life().phase), uint256(phase), "phase");
    }

    function claimRow(Row row) internal view {
        claimEq(uint256(life().row), uint256(row), "row");
    }

    function claimDeadline(uint256 window) internal view {
        claimEq(life().deadline, block.timestamp + window, "deadline");
    }

    /// @dev A call that must succeed.
    function take(address by, bytes memory call) internal {
        takeWith(by, 0, call);
    }

    function takeWith(address by, uint256 value, bytes memory call) internal {
        vm.prank(by);
        (bool isTaken, bytes memory answer) = address(escrow).call{value: value}(call);
        if (!isTaken) revert NotEqualBytes("refused", answer, "");
    }

    /// @dev A call that must revert with exactly this error.
    function refuse(address by, bytes memory call, bytes memory why) internal {
        refuseWith(by, 0, call, why);
    }

    function refuseWith(address by, uint256 value, bytes memory call, bytes memory why) internal {
        vm.prank(by);
        (bool isTaken, bytes memory answer) = address(escrow).call{value: value}(call);
        claimTrue(!isTaken, "refused");
        claimEq(answer, why, "reason");
    }

    function wrongPhase(Phase phase) internal view returns (bytes memory) {
        return abi.encodeWithSelector(WrongPhase.selector, id, phase);
    }

    function notAParty(address who) internal view returns (bytes memory) {
        return abi.encodeWithSelector(NotAParty.selector, id, who);
    }

    function deadlinePassed() internal view returns (bytes memory) {
        return abi.encodeWithSelector(DeadlinePassed.selector, id, life().deadline, block.timestamp);
    }

    /// @dev Exactly these events were emitted since recording began.
    function claimEvents(bytes memory first, bytes memory second) internal {
        Log[] memory logs = vm.getRecordedLogs();
        claimEq(logs.length, second.length == 0 ? 1 : 2, "events");
        claimEq(flat(logs[0]), first, "event");
        if (second.length > 0) claimEq(flat(logs[1]), second, "second event");
    }

    function flat(Log memory log) private pure returns (bytes memory) {
        return abi.encodePacked(log.topics, log.data);
    }

    function settled(Row row) internal view returns (bytes memory) {
        return abi.encodePacked(Settled.selector, id, uint256(row));
    }

    function approvalDigest(bytes32 of_, address agent, uint256 expiry)
        internal
        view
        returns (bytes32)
    {
        bytes32 kind = keccak256("BondApproval(bytes32 id,address agent,uint256 expiry)");
        return typed(keccak256(abi.encode(kind, of_, agent, expiry)));
    }

    function intentDigest(Intent memory intent) internal view returns (bytes32) {
        bytes32 kind = keccak256("Intent(address actor,uint256 step,uint256 expiry,bytes call)");
        return typed(
            keccak256(
                abi.encode(kind, intent.actor, intent.step, intent.expiry, keccak256(intent.call))
            )
        );
    }

    function typed(bytes32 message) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256(
                    "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
                ),
                keccak256("FixEscrow"),
                keccak256("1"),
                block.chainid,
                address(escrow)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, message));
    }

    function sign(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function keyOf(address who) internal view returns (uint256) {
        if (who == PRINCIPAL) return PRINCIPAL_KEY;
        if (who == AGENT) return AGENT_KEY;
        if (who == ORACLE) return ORACLE_KEY;
        return who == PLATFORM ? PLATFORM_KEY : RIVAL_KEY;
    }
}
