// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Intent} from "../../src/Intents.sol";
import {LifeFacts, Phase} from "../../src/Life.sol";
import {EscrowTest} from "./EscrowTest.sol";
import {vm} from "./Vm.sol";

/// @notice What holds for every act: its phases, its actor, its deadline, and that a signed intent
///         has the same effect. Each act has its own file for the rest.
abstract contract ActTest is EscrowTest {
    /// @dev The deadline of the phase in which the act is tried.
    uint256 internal clock;

    /// @dev The phases in which the act is allowed.
    function isAllowedIn(Phase phase) internal pure virtual returns (bool);

    /// @dev Who may perform it in this phase; zero if anybody may.
    function actor(Phase phase) internal view virtual returns (address);

    function call() internal view virtual returns (bytes memory);

    /// @dev Phases that the act's own file tests.
    function isSpecialIn(Phase) internal pure virtual returns (bool) {
        return false;
    }

    /// @dev Whether the act is allowed only after a deadline.
    function isClock() internal pure virtual returns (bool) {
        return false;
    }

    /// @dev Whether the act takes the terms as an argument.
    function bringsTerms() internal pure virtual returns (bool) {
        return true;
    }

    /// @dev Whether the act has a deadline.
    function hasDeadline() internal pure virtual returns (bool) {
        return true;
    }

    function start(uint256 seed) internal returns (Phase phase) {
        draw(seed);
        uint256 guess = seed / 2;
        do {
            guess++;
            phase = Phase(between(guess, 1, uint256(Phase.Voided)));
        } while (!isAllowedIn(phase));
        reach(phase);
        clock = life().deadline;
        if (isClock()) vm.warp(clock + 1);
    }

    function by(Phase phase) internal view returns (address) {
        address who = actor(phase);
        return who == address(0) ? STRANGER : who;
    }

    function test_is_accepted_in_its_phases(uint256 seed) public {
        Phase phase = start(seed);
        uint256 step = life().step;
        take(by(phase), call());
        claimEq(life().step, step + 1, "step");
    }

    function test_reverts_in_every_other_phase(uint256 seed) public {
        draw(seed);
        Phase phase = Phase(between(mix(seed, "phase"), 1, uint256(Phase.Voided)));
        vm.assume(!isAllowedIn(phase) && !isSpecialIn(phase));
        reach(phase);
        vm.prank(by(phase));
        (bool isTaken, bytes memory why) = address(escrow).call(call());
        claimTrue(!isTaken, "refused");
        // An act that is not allowed in review does not check whether one has opened.
        (, LifeFacts memory stored,) = escrow.recordOf(id);
        bool isStored = keccak256(why) == keccak256(wrongPhase(stored.phase));
        if (!isStored) claimEq(why, wrongPhase(phase), "reason");
    }

    function test_reverts_when_a_stranger_does_it(uint256 seed, address stranger) public {
        Phase phase = start(seed);
        address proper = actor(phase);
        if (proper == address(0)) return;
        vm.assume(stranger != PRINCIPAL && stranger != AGENT && stranger != proper);
        vm.assume(stranger != address(escrow));
        refuse(stranger, call(), notAParty(stranger));
    }

    function test_is_in_time_at_the_deadline_and_late_after_it(uint256 seed) public {
        if (isClock() || !hasDeadline()) return;
        Phase phase = start(seed);
        vm.warp(clock + 1);
        bytes memory toCall = call();
        bytes memory late =
            abi.encodeWithSelector(DeadlinePassed.selector, id, clock, block.timestamp);
        // A fix without a verification goes to review, which has its own deadline.
        if (phase != Phase.Verifying) refuse(by(phase), toCall, late);
        vm.warp(clock);
        take(by(phase), toCall);
    }

    function test_reverts_before_the_deadline(uint256 seed) public {
        if (!isClock()) return;
        Phase phase = start(seed);
        vm.warp(clock);
        bytes memory why = abi.encodeWithSelector(TooEarly.selector, id, clock + 1, clock);
        refuse(by(phase), call(), why);
        vm.warp(clock + 1);
        take(by(phase), call());
    }

    function test_reverts_with_other_terms(uint256 seed) public {
        if (!bringsTerms()) return;
        Phase phase = start(seed);
        bytes32 expected = keccak256(abi.encode(terms));
        terms.bounty += 1;
        bytes32 got = keccak256(abi.encode(terms));
        bytes memory toCall = call();
        refuse(by(phase), toCall, abi.encodeWithSelector(WrongTerms.selector, id, expected, got));
    }

    function test_reverts_when_the_contract_does_not_exist(uint256 seed) public {
        draw(seed);
        id = keccak256(abi.encode(seed));
        refuse(by(Phase.None), call(), abi.encodeWithSelector(UnknownContract.selector, id));
    }

    function test_an_intent_does_the_same(uint256 seed) public {
        Phase phase = start(seed);
        address who = actor(phase);
        if (who == address(0)) who = RIVAL;
        (Intent memory intent, bytes memory signature) = intentOf(who, life().step, call());
        uint256 step = life().step;
        take(STRANGER, abi.encodeCall(escrow.relay, (intent, signature)));
        claimEq(life().step, step + 1, "step");

        bytes memory stale = abi.encodeWithSelector(StaleIntent.selector, id, step + 1, step);
        refuse(STRANGER, abi.encodeCall(escrow.relay, (intent, signature)), stale);
    }

    function intentOf(address who, uint256 step, bytes memory toCall)
        internal
        view
        returns (Intent memory intent, bytes memory signature)
    {
        intent = Intent(who, step, NEVER, toCall);
        signature = sign(keyOf(who), intentDigest(intent));
    }
}
