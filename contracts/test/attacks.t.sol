// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Role} from "../src/EscrowEvents.sol";
import {FixEscrow} from "../src/FixEscrow.sol";
import {Phase, Ruling} from "../src/Life.sol";
import {Shares} from "../src/Settlement.sol";
import {Terms} from "../src/Terms.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

/// @notice A receiver of payments that misbehaves in the chosen way.
contract Attacker {
    enum Behaviour {
        Polite,
        Reverting,
        Reentrant,
        Burning,
        Bombing
    }

    Behaviour private _behaviour;
    address private _target;
    bytes private _call;
    uint256 public received;
    uint256 public triedAgain;
    uint256 public succeededAgain;

    function behave(Behaviour behaviour, address target, bytes calldata call) external {
        (_behaviour, _target, _call) = (behaviour, target, call);
    }

    function run(address target, uint256 value, bytes calldata call) external payable {
        (bool isTaken, bytes memory why) = target.call{value: value}(call);
        if (isTaken) return;
        assembly {
            revert(add(why, 32), mload(why))
        }
    }

    receive() external payable {
        received += 1;
        if (_behaviour == Behaviour.Reverting) revert("no");
        if (_behaviour == Behaviour.Reentrant) {
            triedAgain += 1;
            (bool isTaken,) = _target.call(_call);
            if (isTaken) succeededAgain += 1;
        }
        if (_behaviour == Behaviour.Burning) {
            for (uint256 i = 0; i < type(uint256).max; i++) {}
        }
        if (_behaviour == Behaviour.Bombing) {
            assembly {
                revert(0, 1000000)
            }
        }
    }
}

/// @notice Each role in turn is played by an attacker, and nobody else loses anything.
contract AttacksTest is EscrowTest {
    Attacker private attacker;

    function setUp() public override {
        super.setUp();
        attacker = new Attacker();
    }

    function test_nobody_is_paid_twice_by_reentering(uint256 seed, uint8 which) public {
        Role role = putAttackerIn(seed, which);
        ruled(Ruling.Canceled);
        uint256 due = dueTo(role);
        bytes memory again = abi.encodeCall(escrow.claim, (id, terms, role, address(attacker)));
        attacker.behave(Attacker.Behaviour.Reentrant, address(escrow), again);
        uint256 before = address(escrow).balance;
        if (due == 0) return;
        claim(role, address(attacker));
        claimEq(before - address(escrow).balance, due, "paid once");
        claimEq(attacker.triedAgain(), 1, "it tried");
        claimEq(attacker.succeededAgain(), 0, "it failed");
    }

    function test_reentering_an_act_changes_nothing_that_is_owed(uint256 seed) public {
        Role role = putAttackerIn(seed, uint8(Role.Agent));
        draw(seed);
        ruled(Ruling.Canceled);
        vm.deal(address(attacker), 1);
        bytes memory again = abi.encodeCall(escrow.finalizeRuling, (id));
        attacker.behave(Attacker.Behaviour.Reentrant, address(escrow), again);
        if (dueTo(role) > 0) claim(role, address(attacker));
        claimEq(attacker.succeededAgain(), 0, "nothing to finalize twice");
    }

    /// @dev The oracle is paid only when it claims, so it is never called while it rules, and one
    ///      ruling earns one fee.
    function test_an_oracle_that_calls_back_rules_once(uint256 seed) public {
        putAttackerIn(seed, uint8(Role.Oracle));
        reach(Phase.AwaitResponse);
        take(AGENT, abi.encodeCall(escrow.respondDispute, (id, terms, HASH)));
        bytes memory ruling = abi.encodeCall(escrow.rule, (id, terms, 1, Ruling.Fulfilled, HASH));
        attacker.behave(Attacker.Behaviour.Reentrant, address(escrow), ruling);
        attacker.run(address(escrow), 0, ruling);
        claimEq(attacker.received(), 0, "nobody is paid while ruling");
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.finalizeRuling, (id)));
        claimEq(shares().oracle, terms.courtFees[0], "one fee");
    }

    function test_a_receiver_that_rejects_payment_blocks_nobody_else(
        uint256 seed,
        uint8 which,
        uint8 behaviour
    ) public {
        Role role = putAttackerIn(seed, which);
        ruled(Ruling(between(seed, 1, 6)));
        Attacker.Behaviour bad = [
            Attacker.Behaviour.Reverting, Attacker.Behaviour.Burning, Attacker.Behaviour.Bombing
        ][behaviour % 3];
        attacker.behave(bad, address(0), "");
        for (uint256 other = 0; other < 5; other++) {
            if (Role(other) == role || dueTo(Role(other)) == 0) continue;
            claim(Role(other), ownerOf(Role(other)));
        }
        uint256 due = dueTo(role);
        claimEq(address(escrow).balance, due, "only the attacker's share is left");
        if (due == 0) return;
        bytes memory call = abi.encodeCall(escrow.claim, (id, terms, role, address(attacker)));
        vm.prank(STRANGER);
        (bool isTaken,) = address(escrow).call{gas: 2_000_000}(call);
        claimTrue(!isTaken, "it does not take it");
        // The owner can still redirect it.
        attacker.run(
            address(escrow), 0, abi.encodeCall(escrow.claim, (id, terms, role, address(0xbeef)))
        );
        claimEq(address(0xbeef).balance, due, "redirected");
    }

    function test_a_principal_that_rejects_payment_cannot_block_the_end(uint256 seed) public {
        putAttackerIn(seed, uint8(Role.Principal));
        attacker.behave(Attacker.Behaviour.Reverting, address(0), "");
        id = escrow.idOf(address(attacker), contractId);
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        attacker.run(address(escrow), terms.bounty + fees(), call);
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.cancelStale, (id)));
        claimPhase(Phase.Canceled);
    }

    function test_an_approval_is_for_one_contract_and_one_agent(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        bytes memory approval = sign(PLATFORM_KEY, approvalDigest(id, AGENT, NEVER));
        bytes memory stolen = abi.encodeCall(escrow.bond, (id, terms, bonded, NEVER, approval));
        bytes32 digest = approvalDigest(id, RIVAL, NEVER);
        bytes memory why = abi.encodeWithSelector(BadSignature.selector, PLATFORM, digest);
        refuseWith(RIVAL, bonded, stolen, why);

        contractId = keccak256("another contract");
        post();
        digest = approvalDigest(id, AGENT, NEVER);
        bytes memory moved = abi.encodeCall(escrow.bond, (id, terms, bonded, NEVER, approval));
        why = abi.encodeWithSelector(BadSignature.selector, PLATFORM, digest);
        refuseWith(AGENT, bonded, moved, why);
    }

    function test_an_approval_is_for_one_chain_and_one_escrow(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        bytes memory approved = bondCall(AGENT);
        vm.chainId(block.chainid + 7);
        bytes32 digest = approvalDigest(id, AGENT, NEVER);
        bytes memory why = abi.encodeWithSelector(BadSignature.selector, PLATFORM, digest);
        refuseWith(AGENT, bonded, approved, why);
        vm.chainId(block.chainid - 7);
        escrow = deploy();
        post();
        digest = approvalDigest(id, AGENT, NEVER);
        why = abi.encodeWithSelector(BadSignature.selector, PLATFORM, digest);
        refuseWith(AGENT, bonded, approved, why);
    }

    function test_a_malleated_or_truncated_approval_is_refused(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        bytes32 digest = approvalDigest(id, AGENT, NEVER);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(PLATFORM_KEY, digest);
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes32 high = bytes32(order - uint256(s));
        bytes[3] memory forms = [
            abi.encodePacked(r, high, v == 27 ? uint8(28) : uint8(27)),
            abi.encodePacked(r, s),
            bytes("")
        ];
        bytes memory why = abi.encodeWithSelector(BadSignature.selector, PLATFORM, digest);
        for (uint256 i = 0; i < 3; i++) {
            bytes memory call = abi.encodeCall(escrow.bond, (id, terms, bonded, NEVER, forms[i]));
            refuseWith(AGENT, bonded, call, why);
        }
    }

    function test_appended_bytes_do_not_change_the_actor(uint256 seed) public {
        draw(seed);
        reach(Phase.Investigating);
        bytes memory call = abi.encodePacked(abi.encodeCall(escrow.accept, (id)), AGENT);
        refuse(RIVAL, call, notAParty(RIVAL));
    }

    function test_native_coin_cannot_be_sent_by_accident() public {
        vm.prank(STRANGER);
        (bool isTaken,) = address(escrow).call{value: 1}("");
        claimTrue(!isTaken, "refused");
    }

    /// @dev The ruling decides who pays, not who filed.
    function test_a_filer_who_wins_pays_nothing(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        bool isAgents = seed % 2 == 0;
        file(isAgents ? AGENT : PRINCIPAL);
        vm.warp(life().deadline + 1);
        rule(isAgents ? Ruling.Fulfilled : Ruling.Canceled);
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.finalizeRuling, (id)));
        uint256 fee = uint256(terms.bounty) * terms.platformFeeBps / 10_000;
        Shares memory due = shares();
        if (isAgents) claimEq(due.agent, terms.bounty - fee + bonded, "agent");
        else claimEq(due.principal, terms.bounty - fee + fees(), "principal");
    }

    /// @dev Puts the attacker into one role and draws the other terms at random.
    function putAttackerIn(uint256 seed, uint8 which) private returns (Role role) {
        draw(seed);
        role = Role(which % 5);
        vm.deal(address(attacker), 2 ** 130);
        if (role == Role.Principal) terms.principal = address(attacker);
        if (role == Role.Platform) terms.platform = address(attacker);
        if (role == Role.Oracle) terms.oracle = address(attacker);
        if (role == Role.Charity) terms.charity = address(attacker);
        isAgent = role == Role.Agent;
    }

    bool private isAgent;

    /// @dev Takes the contract to a final ruling of the district court.
    function ruled(Ruling ruling) private {
        id = escrow.idOf(terms.principal, contractId);
        // The attacker does not sign; as the platform it is a contract that accepts any signature.
        bool isPlatform = terms.platform == address(attacker);
        if (isPlatform) vm.etch(address(attacker), type(AnySignatureWallet).runtimeCode);
        uint256 due = terms.bounty + fees();
        act(terms.principal, due, abi.encodeCall(escrow.post, (contractId, terms)));
        address agent = isAgent ? address(attacker) : AGENT;
        act(agent, bonded, bondCall(agent));
        if (isPlatform) vm.etch(address(attacker), type(Attacker).runtimeCode);
        act(agent, 0, abi.encodeCall(escrow.accept, (id)));
        act(terms.principal, 0, abi.encodeCall(escrow.fileDispute, (id, terms, HASH)));
        vm.warp(life().deadline + 1);
        act(terms.oracle, 0, abi.encodeCall(escrow.rule, (id, terms, 1, ruling, HASH)));
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.finalizeRuling, (id)));
    }

    function act(address by, uint256 value, bytes memory call) private {
        if (by == address(attacker)) attacker.run(address(escrow), value, call);
        else takeWith(by, value, call);
    }

    function ownerOf(Role role) private view returns (address) {
        if (role == Role.Principal) return terms.principal;
        if (role == Role.Agent) return life().agent;
        if (role == Role.Platform) return terms.platform;
        return role == Role.Oracle ? terms.oracle : terms.charity;
    }

    function dueTo(Role role) private view returns (uint256) {
        Shares memory due = shares();
        if (role == Role.Principal) return due.principal;
        if (role == Role.Agent) return due.agent;
        if (role == Role.Platform) return due.platform;
        return role == Role.Oracle ? due.oracle : due.charity;
    }
}

/// @dev A contract wallet that has signed everything.
contract AnySignatureWallet {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }

    receive() external payable {}
}
