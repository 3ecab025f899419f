// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Role} from "../../src/EscrowEvents.sol";
import {FixEscrow} from "../../src/FixEscrow.sol";
import {LifeFacts, Phase, Ruling} from "../../src/Life.sol";
import {Row, Shares} from "../../src/Settlement.sol";
import {Terms} from "../../src/Terms.sol";
import {Log, vm} from "./Vm.sol";
import {Claims} from "./Claims.sol";

/// @notice Makes random calls on several contracts and keeps its own books of their money.
contract Keeper is Claims {
    uint256 private constant CONTRACTS = 5;
    uint256 private constant NEVER = 2 ** 40;
    uint256 private constant PLATFORM_KEY = 0xa3;

    FixEscrow public immutable escrow;
    Terms[] private _terms;
    bytes32[] public ids;
    address[4] private _agents =
        [address(0xa6e1), address(0xa6e2), address(0xa6e3), address(0xa6e4)];
    address private constant PRINCIPAL = address(0x9419c);
    address private constant ORACLE = address(0x04ac1e);
    address private constant CHARITY = address(0xc4a1);

    /// @notice Deposits and payments of each contract.
    mapping(bytes32 id => uint256) public deposited;
    mapping(bytes32 id => uint256) public paid;
    /// @notice The last contract that a call was made on.
    uint256 public touched;
    uint256 public silentChanges;
    uint256 public taken;
    uint256 public refused;

    constructor(FixEscrow of_) {
        escrow = of_;
    }

    /// @notice Makes one call, sometimes by the wrong account or after a wait.
    function act(uint256 seed) external {
        pass(mix(seed, "wait"));
        uint256 what = mix(seed, "what");
        uint256 extra = mix(seed, "extra");
        if (ids.length < CONTRACTS && (ids.length == 0 || what % 7 == 0)) return post(extra);
        uint256 index = mix(seed, "which") % ids.length;
        touched = index;
        bytes32 id = ids[index];
        Terms memory terms = _terms[index];
        (LifeFacts memory life,) = escrow.lifeOf(id, terms);
        (address by, uint256 value, bytes memory call) = choose(id, terms, life, what, extra);
        uint256 who = mix(seed, "who");
        // Sometimes by another account.
        if (who % 8 == 0) by = _agents[who / 8 % 4];
        perform(id, by, value, call);
    }

    /// @notice Lets timeouts end every contract and claims every share.
    function closeAll() external {
        for (uint256 index = 0; index < ids.length; index++) {
            close(ids[index], _terms[index]);
        }
    }

    function count() external view returns (uint256) {
        return ids.length;
    }

    /// @notice What the escrow still owes on one contract, by its own state.
    function owed(uint256 index) external view returns (uint256 sum) {
        (bytes32 id, Terms memory terms) = (ids[index], _terms[index]);
        (LifeFacts memory life, uint256 bond, uint8 claimed) = stateOf(id, terms);
        for (uint256 agent = 0; agent < 4; agent++) {
            (, uint256 waiting) = escrow.formerAgent(id, _agents[agent]);
            sum += waiting;
        }
        if (life.row == Row.None) return sum + terms.bounty + feesOf(terms) + bond;
        Shares memory due = escrow.sharesOf(id, terms);
        if (claimed & 1 == 0) sum += due.principal;
        if (claimed & 2 == 0) sum += due.agent;
        if (claimed & 4 == 0) sum += due.platform;
        if (claimed & 8 == 0) sum += due.oracle;
        if (claimed & 16 == 0) sum += due.charity;
    }

    /// @dev Mostly a few seconds, so that contracts live long enough to reach a court.
    function pass(uint256 wait) private {
        uint256 kind = wait % 32;
        if (kind < 27) vm.warp(block.timestamp + wait / 32 % 4);
        else if (kind < 31) vm.warp(block.timestamp + wait / 32 % 40);
        else vm.warp(block.timestamp + wait / 32 % 9_000);
    }

    function post(uint256 seed) private {
        Terms memory terms;
        terms.principal = PRINCIPAL;
        terms.platform = vm.addr(PLATFORM_KEY);
        terms.charity = CHARITY;
        terms.bounty = uint128(mix(seed, "bounty") % 2 ** 100 + 1);
        terms.minBond = uint128(mix(seed, "minBond") % 2 ** 100);
        terms.platformFeeBps = uint16(mix(seed, "bps") % 10_001);
        terms.maxAttempts = uint8(mix(seed, "attempts") % 3 + 1);
        terms.executionSeconds = 30;
        terms.reviewSeconds = 60;
        terms.isAutonomous = mix(seed, "mode") % 2 == 0;
        terms.restitution = mix(seed, "restitution") % 2 == 0;
        if (mix(seed, "court") % 8 != 0) {
            terms.oracle = ORACLE;
            for (uint256 tier = 0; tier < 3; tier++) {
                terms.courtFees[tier] = uint128(mix(seed / 4 + tier, "fee") % 2 ** 98);
            }
        }
        if (mix(seed, "named") % 8 == 0) terms.agent = _agents[0];
        bytes32 contractId = keccak256(abi.encode(ids.length));
        bytes32 id = escrow.idOf(PRINCIPAL, contractId);
        ids.push(id);
        _terms.push(terms);
        uint256 due = terms.bounty + feesOf(terms);
        perform(id, PRINCIPAL, due, abi.encodeCall(escrow.post, (contractId, terms)));
    }

    /// @dev A call that may be allowed in this phase, by the right account.
    function choose(
        bytes32 id,
        Terms memory terms,
        LifeFacts memory life,
        uint256 what,
        uint256 extra
    ) private view returns (address by, uint256 value, bytes memory call) {
        uint256 pick = what / 7 % 12;
        address agent = life.agent;
        if (pick == 0) return (CHARITY, 0, silence(id, terms, extra));
        if (pick == 1) {
            return
                (agent, 0, abi.encodeCall(escrow.anchorTranscript, (id, terms, bytes32(extra), 1)));
        }
        if (life.phase == Phase.Open) return bonding(id, terms, pick, extra);
        if (life.phase == Phase.Investigating) {
            if (pick < 4) return (agent, 0, abi.encodeCall(escrow.decline, (id, terms)));
            if (pick == 4) return (PRINCIPAL, 0, abi.encodeCall(escrow.cancel, (id, terms)));
            return (agent, 0, abi.encodeCall(escrow.accept, (id)));
        }
        if (life.phase == Phase.InProgress) return working(id, terms, agent, pick);
        if (life.phase == Phase.Verifying || life.phase == Phase.Review) {
            if (pick < 4) return (PRINCIPAL, 0, abi.encodeCall(escrow.halt, (id, terms)));
            if (pick < 6) return (PRINCIPAL, 0, disputing(id, terms));
            if (pick < 8) return (PRINCIPAL, 0, abi.encodeCall(escrow.reviewReject, (id, terms)));
            return (PRINCIPAL, 0, abi.encodeCall(escrow.verify, (id, terms, pick == 8)));
        }
        if (life.phase == Phase.Contest) return (agent, 0, disputing(id, terms));
        if (life.phase == Phase.Halted && pick < 7) {
            return (PRINCIPAL, 0, abi.encodeCall(escrow.resume, (id, terms)));
        }
        if (life.row != Row.None) return (CHARITY, 0, claiming(id, terms, agent, extra));
        return inCourt(id, terms, life, pick, extra);
    }

    function bonding(bytes32 id, Terms memory terms, uint256 pick, uint256 extra)
        private
        view
        returns (address, uint256, bytes memory)
    {
        if (pick == 2) return (PRINCIPAL, 0, abi.encodeCall(escrow.cancel, (id, terms)));
        uint256 least = feesOf(terms) > terms.minBond ? feesOf(terms) : terms.minBond;
        uint256 bond = least + (extra % 2) * (extra % 2 ** 90);
        address agent = _agents[extra / 2 % 4];
        return (agent, bond, bondCall(id, terms, agent, bond));
    }

    function working(bytes32 id, Terms memory terms, address agent, uint256 pick)
        private
        view
        returns (address, uint256, bytes memory)
    {
        if (pick == 2) return (agent, 0, abi.encodeCall(escrow.backOut, (id, terms)));
        if (pick == 3) return (PRINCIPAL, 0, abi.encodeCall(escrow.cancel, (id, terms)));
        if (pick == 4) return (PRINCIPAL, 0, abi.encodeCall(escrow.halt, (id, terms)));
        if (pick == 5) return (agent, 0, disputing(id, terms));
        return (agent, 0, abi.encodeCall(escrow.submitFix, (id, bytes32(0))));
    }

    function inCourt(
        bytes32 id,
        Terms memory terms,
        LifeFacts memory life,
        uint256 pick,
        uint256 extra
    ) private view returns (address, uint256, bytes memory) {
        address side = extra % 2 == 0 ? PRINCIPAL : life.agent;
        if (life.phase == Phase.AwaitResponse || pick == 2) {
            return (side, 0, abi.encodeCall(escrow.respondDispute, (id, terms, bytes32(0))));
        }
        if (life.phase == Phase.Ruled) {
            return (side, 0, abi.encodeCall(escrow.appeal, (id, terms, bytes32(0))));
        }
        if (pick == 3) {
            return (ORACLE, 0, abi.encodeCall(escrow.refuseDispute, (id, terms, life.question)));
        }
        Ruling ruling = Ruling(extra / 2 % 6 + 1);
        bytes memory call =
            abi.encodeCall(escrow.rule, (id, terms, life.question, ruling, bytes32(0)));
        return (ORACLE, 0, call);
    }

    function disputing(bytes32 id, Terms memory terms) private view returns (bytes memory) {
        return abi.encodeCall(escrow.fileDispute, (id, terms, bytes32(0)));
    }

    function bondCall(bytes32 id, Terms memory terms, address agent, uint256 bond)
        private
        view
        returns (bytes memory)
    {
        bytes32 kind = keccak256("BondApproval(bytes32 id,address agent,uint256 expiry)");
        bytes32 message = keccak256(abi.encode(kind, id, agent, NEVER));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", escrow.domainSeparator(), message));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(PLATFORM_KEY, digest);
        bytes memory approval = abi.encodePacked(r, s, v);
        return abi.encodeCall(escrow.bond, (id, terms, bond, NEVER, approval));
    }

    function silence(bytes32 id, Terms memory terms, uint256 extra)
        private
        view
        returns (bytes memory)
    {
        uint256 which = extra % 7;
        if (which == 0) return abi.encodeCall(escrow.cancelStale, (id));
        if (which == 1) return abi.encodeCall(escrow.cancelAbandoned, (id, terms));
        if (which == 2) return abi.encodeCall(escrow.autoFulfill, (id, terms));
        if (which == 3) return abi.encodeCall(escrow.escalateDispute, (id));
        if (which == 4) return abi.encodeCall(escrow.finalizeRuling, (id));
        if (which == 5) return abi.encodeCall(escrow.voidDispute, (id));
        address agent = _agents[extra / 7 % 4];
        return abi.encodeCall(escrow.reclaimBond, (id, terms, agent, agent));
    }

    function claiming(bytes32 id, Terms memory terms, address agent, uint256 extra)
        private
        view
        returns (bytes memory)
    {
        Role role = Role(extra % 5);
        address to = PRINCIPAL;
        if (role == Role.Agent) to = agent;
        if (role == Role.Platform) to = terms.platform;
        if (role == Role.Oracle) to = terms.oracle;
        if (role == Role.Charity) to = terms.charity;
        return abi.encodeCall(escrow.claim, (id, terms, role, to));
    }

    /// @dev Makes the call and records what moved and whether every change emitted an event.
    function perform(bytes32 id, address by, uint256 value, bytes memory call) private {
        uint256 held = address(escrow).balance;
        vm.deal(by, value);
        vm.record();
        vm.recordLogs();
        vm.prank(by);
        (bool isTaken,) = address(escrow).call{value: value}(call);
        (, bytes32[] memory writes) = vm.accesses(address(escrow));
        uint256 logs = vm.getRecordedLogs().length;
        uint256 holds = address(escrow).balance;
        if (holds > held) deposited[id] += holds - held;
        if (holds < held) paid[id] += held - holds;
        bool isChanged = writes.length > 0 || holds != held;
        if (isTaken && isChanged && logs == 0) silentChanges += 1;
        if (isTaken) taken += 1;
        else refused += 1;
    }

    function stateOf(bytes32 id, Terms memory terms)
        private
        view
        returns (LifeFacts memory life, uint256 bond, uint8 claimed)
    {
        bytes memory call = abi.encodeCall(escrow.lifeOf, (id, terms));
        (, bytes memory answer) = address(escrow).staticcall(call);
        uint256[5] memory unused;
        (life, bond, unused[0], unused[1], unused[2], unused[3], unused[4]) =
            abi.decode(answer, (LifeFacts, uint256, uint256, uint256, uint256, uint256, uint256));
        claimed = uint8(unused[4]);
    }

    function close(bytes32 id, Terms memory terms) private {
        for (uint256 lapses = 0; lapses < 4; lapses++) {
            (LifeFacts memory life,) = escrow.lifeOf(id, terms);
            if (life.row != Row.None) break;
            if (life.deadline >= block.timestamp) vm.warp(life.deadline + 1);
            for (uint256 which = 0; which < 6; which++) {
                perform(id, CHARITY, 0, silence(id, terms, which));
            }
        }
        (LifeFacts memory end,) = escrow.lifeOf(id, terms);
        claimTrue(end.row != Row.None, "the clocks end it");
        for (uint256 role = 0; role < 5; role++) {
            perform(id, CHARITY, 0, claiming(id, terms, end.agent, role));
        }
        for (uint256 agent = 0; agent < 4; agent++) {
            perform(id, CHARITY, 0, silence(id, terms, 6 + 7 * agent));
        }
        claimEq(paid[id], deposited[id], "everything was paid out");
    }

    function feesOf(Terms memory terms) private pure returns (uint256) {
        return uint256(terms.courtFees[0]) + terms.courtFees[1] + terms.courtFees[2];
    }
}
