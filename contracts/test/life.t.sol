// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Life, LifeBits, LifeFacts, Phase, Ruling} from "../src/Life.sol";
import {Row, Side} from "../src/Settlement.sol";
import {Claims} from "./base/Claims.sol";

/// @notice Every field of a life stays within its own bits.
contract LifeTest is Claims {
    function test_a_new_life_has_only_its_mode(uint256 length, bool isAutonomous) public pure {
        length = length % 2 ** 17;
        LifeFacts memory facts = LifeBits.begin(length, isAutonomous).facts();
        claimEq(facts.fixSeconds, length, "fixSeconds");
        claimTrue(facts.isAutonomous == isAutonomous, "mode");
        claimTrue(facts.phase == Phase.None && facts.row == Row.None, "phase");
    }

    function test_changing_one_field_keeps_the_others(uint256 seed, uint256 which) public pure {
        Life life = any(seed);
        LifeFacts memory expected = life.facts();
        which = which % 12;
        if (which == 0) {
            life = life.withAgent(address(uint160(seed >> 7)));
            expected.agent = address(uint160(seed >> 7));
        } else if (which == 1) {
            life = life.inPhase(Phase.Review, seed % 2 ** 36);
            (expected.phase, expected.row) = (Phase.Review, Row.None);
            expected.deadline = seed % 2 ** 36;
        } else if (which == 2) {
            Row row = Row(between(seed, 1, 17));
            life = life.ended(row);
            (expected.row, expected.deadline) = (row, 0);
            expected.phase = endOf(row);
        } else if (which == 3) {
            life = life.stepped();
            expected.step += 1;
        } else if (which == 4) {
            life = life.failed();
            expected.attempts += 1;
        } else if (which == 5) {
            life = life.seated();
            expected.seats += 1;
        } else if (which == 6) {
            life = life.restarted();
            expected.restarts += 1;
        } else if (which == 7) {
            life = life.withFreshTurn();
            expected.restarts = 0;
        } else if (which == 8) {
            life = life.asked(Side.Agent);
            expected.question += 1;
            (expected.leader, expected.isAnswered) = (Side.Agent, false);
        } else if (which == 9) {
            life = life.filedBy(Side.Agent).answered();
            (expected.filer, expected.isAnswered) = (Side.Agent, true);
        } else if (which == 10) {
            life = life.ruled(Ruling.EvilBoth);
            expected.rulings += 1;
            expected.ruling = Ruling.EvilBoth;
        } else {
            life = life.withoutCase();
            (expected.filer, expected.leader) = (Side.Principal, Side.Principal);
            expected.isAnswered = false;
        }
        claimEq(abi.encode(life.facts()), abi.encode(expected), "facts");
    }

    /// @dev Any life whose counters are below their limits.
    function any(uint256 seed) private pure returns (Life life) {
        life = LifeBits.begin(seed % 86_401, seed % 2 == 0);
        life = life.withAgent(address(uint160(mix(seed, "agent"))));
        life = life.inPhase(Phase(between(seed, 1, 10)), mix(seed, "deadline") % 2 ** 36);
        for (uint256 i = 0; i < mix(seed, "steps") % 9; i++) {
            life = life.stepped().seated().restarted();
        }
        for (uint256 i = 0; i < mix(seed, "attempts") % 49; i++) {
            life = life.failed();
        }
        for (uint256 i = 0; i < mix(seed, "questions") % 6; i++) {
            life = life.asked(Side(i % 2));
        }
        for (uint256 i = 0; i < mix(seed, "rulings") % 3; i++) {
            life = life.ruled(Ruling(between(mix(seed, "ruling"), 1, 6)));
        }
        life = life.filedBy(Side(mix(seed, "filer") % 2));
        if (mix(seed, "answered") % 2 == 0) life = life.answered();
    }

    function endOf(Row row) private pure returns (Phase) {
        if (row == Row.Fulfilled) return Phase.Fulfilled;
        if (row == Row.Voided) return Phase.Voided;
        return row >= Row.RuledFulfilled ? Phase.Resolved : Phase.Canceled;
    }
}
