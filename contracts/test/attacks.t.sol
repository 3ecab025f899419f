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

/// @notice A receiver of coin who behaves as badly as it was told to.
contract Villain {
    enum Manner {
        Polite,
        Reverting,
        Reentrant,
        Burning,
        Bombing
    }

    Manner private _manner;
    address private _target;
    bytes private _call;
    uint256 public received;
    uint256 public triedAgain;
    uint256 public succeededAgain;

    function behave(Manner manner, address target, bytes calldata call) external {
        (_manner, _target, _call) = (manner, target, call);
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
        if (_manner == Manner.Reverting) revert("no");
        if (_manner == Manner.Reentrant) {
            triedAgain += 1;
            (bool isTaken,) = _target.call(_call);
            if (isTaken) succeededAgain += 1;
        }
        if (_manner == Manner.Burning) {
            for (uint256 i = 0; i < type(uint256).max; i++) {}
        }
        if (_manner == Manner.Bombing) {
            assembly {
                revert(0, 1000000)
            }
        }
    }
}

/// @notice Every role in turn is played by a villain, and nobody else is hurt.
contract AttacksTest is EscrowTest {
    Villain private villain;

    function setUp() public override {
        super.setUp();
        villain = new Villain();
    }

    function test_nobody_is_paid_twice_by_calling_back(uint256 seed, uint8 which) public {
        Role role = cast(seed, which);
        ruled(Ruling.Canceled);
        uint256 due = dueTo(role);
        bytes memory again = abi.encodeCall(escrow.claim, (id, terms, role, address(villain)));
        villain.behave(Villain.Manner.Reentrant, address(escrow), again);
        uint256 before = address(escrow).balance;
        if (due == 0) return;
        claim(role, address(villain));
        claimEq(before - address(escrow).balance, due, "paid once");
        claimEq(villain.triedAgain(), 1, "it tried");
        claimEq(villain.succeededAgain(), 0, "it failed");
    }

    function test_calling_back_into_an_act_changes_nothing_that_is_owed(uint256 seed) public {
        Role role = cast(seed, uint8(Role.Agent));
        draw(seed);
        ruled(Ruling.Canceled);
        vm.deal(address(villain), 1);
        bytes memory again = abi.encodeCall(escrow.finalizeRuling, (id));
        villain.behave(Villain.Manner.Reentrant, address(escrow), again);
        if (dueTo(role) > 0) claim(role, address(villain));
        claimEq(villain.succeededAgain(), 0, "nothing to finalize twice");
    }

    /// @dev The oracle earns with its ruling and is paid only when it claims: it is never called
    ///      while it rules, and one ruling is one fee.
    function test_an_oracle_that_calls_back_rules_once(uint256 seed) public {
        cast(seed, uint8(Role.Oracle));
        reach(Phase.AwaitResponse);
        take(AGENT, abi.encodeCall(escrow.respondDispute, (id, terms, HASH)));
        bytes memory ruling = abi.encodeCall(escrow.rule, (id, terms, 1, Ruling.Fulfilled, HASH));
        villain.behave(Villain.Manner.Reentrant, address(escrow), ruling);
        villain.run(address(escrow), 0, ruling);
        claimEq(villain.received(), 0, "nobody is paid while ruling");
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.finalizeRuling, (id)));
        claimEq(shares().oracle, terms.courtFees[0], "one fee");
    }

    function test_a_bad_receiver_keeps_nobody_else_from_its_share(
        uint256 seed,
        uint8 which,
        uint8 manner
    ) public {
        Role role = cast(seed, which);
        ruled(Ruling(between(seed, 1, 6)));
        Villain.Manner bad =
            [Villain.Manner.Reverting, Villain.Manner.Burning, Villain.Manner.Bombing][manner % 3];
        villain.behave(bad, address(0), "");
        for (uint256 other = 0; other < 5; other++) {
            if (Role(other) == role || dueTo(Role(other)) == 0) continue;
            claim(Role(other), ownerOf(Role(other)));
        }
        uint256 due = dueTo(role);
        claimEq(address(escrow).balance, due, "only the villain's share is left");
        if (due == 0) return;
        bytes memory call = abi.encodeCall(escrow.claim, (id, terms, role, address(villain)));
        vm.prank(STRANGER);
        (bool isTaken,) = address(escrow).call{gas: 2_000_000}(call);
        claimTrue(!isTaken, "it does not take it");
        // Its owner can still have it sent elsewhere.
        villain.run(
            address(escrow), 0, abi.encodeCall(escrow.claim, (id, terms, role, address(0xbeef)))
        );
        claimEq(address(0xbeef).balance, due, "redirected");
    }

    function test_a_principal_who_cannot_be_paid_cannot_stop_the_end(uint256 seed) public {
        cast(seed, uint8(Role.Principal));
        villain.behave(Villain.Manner.Reverting, address(0), "");
        id = escrow.idOf(address(villain), contractId);
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        villain.run(address(escrow), terms.bounty + fees(), call);
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

    function test_a_mirrored_or_cut_approval_does_not_count(uint256 seed) public {
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

    function test_appended_bytes_make_nobody_somebody_else(uint256 seed) public {
        draw(seed);
        reach(Phase.Investigating);
        bytes memory call = abi.encodePacked(abi.encodeCall(escrow.accept, (id)), AGENT);
        refuse(RIVAL, call, notAParty(RIVAL));
    }

    function test_coin_cannot_be_left_behind_by_accident() public {
        vm.prank(STRANGER);
        (bool isTaken,) = address(escrow).call{value: 1}("");
        claimTrue(!isTaken, "refused");
    }

    /// @dev The filer is not the loser: whoever filed, the ruling decides who pays.
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

    /// @dev Casts the villain in one role and draws the rest.
    function cast(uint256 seed, uint8 which) private returns (Role role) {
        draw(seed);
        role = Role(which % 5);
        vm.deal(address(villain), 2 ** 130);
        if (role == Role.Principal) terms.principal = address(villain);
        if (role == Role.Platform) terms.platform = address(villain);
        if (role == Role.Oracle) terms.oracle = address(villain);
        if (role == Role.Charity) terms.charity = address(villain);
        isAgent = role == Role.Agent;
    }

    bool private isAgent;

    /// @dev Leads a contract with the cast to a final ruling of the district court.
    function ruled(Ruling ruling) private {
        id = escrow.idOf(terms.principal, contractId);
        // The villain does not sign; it is admitted where it is the platform itself.
        bool isPlatform = terms.platform == address(villain);
        if (isPlatform) vm.etch(address(villain), type(YesMan).runtimeCode);
        uint256 due = terms.bounty + fees();
        act(terms.principal, due, abi.encodeCall(escrow.post, (contractId, terms)));
        address agent = isAgent ? address(villain) : AGENT;
        act(agent, bonded, bondCall(agent));
        if (isPlatform) vm.etch(address(villain), type(Villain).runtimeCode);
        act(agent, 0, abi.encodeCall(escrow.accept, (id)));
        act(terms.principal, 0, abi.encodeCall(escrow.fileDispute, (id, terms, HASH)));
        vm.warp(life().deadline + 1);
        act(terms.oracle, 0, abi.encodeCall(escrow.rule, (id, terms, 1, ruling, HASH)));
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.finalizeRuling, (id)));
    }

    function act(address by, uint256 value, bytes memory call) private {
        if (by == address(villain)) villain.run(address(escrow), value, call);
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
contract YesMan {
    function isValidSignature(bytes32, bytes calldata) external pure returns (bytes4) {
        return 0x1626ba7e;
    }

    receive() external payable {}
}
