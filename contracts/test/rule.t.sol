// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase, Ruling} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract RuleTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Disputed || phase == Phase.Halted;
    }

    function actor(Phase) internal view override returns (address) {
        return ORACLE;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.rule, (id, terms, 1, Ruling.Canceled, HASH));
    }

    function test_below_the_last_tier_the_loser_may_appeal(uint256 seed) public {
        start(seed);
        Ruling ruling = Ruling(between(seed, 1, 6));
        vm.recordLogs();
        rule(ruling);
        bytes memory data = abi.encode(uint256(1), ruling, HASH);
        claimEvents(abi.encodePacked(Ruled.selector, id, data), "");
        claimPhase(Phase.Ruled);
        claimDeadline(30);
        claimEq(life().rulings, 1, "rulings");
        claimEq(uint256(life().ruling), uint256(ruling), "ruling");
    }

    function test_the_supreme_court_is_final_at_once(uint256 seed) public {
        start(seed);
        for (uint256 tier = 0; tier < 2; tier++) {
            rule(Ruling.Impossible);
            take(AGENT, abi.encodeCall(escrow.appeal, (id, terms, HASH)));
            take(PRINCIPAL, abi.encodeCall(escrow.respondDispute, (id, terms, HASH)));
        }
        Ruling ruling = Ruling(between(seed, 1, 6));
        rule(ruling);
        claimPhase(Phase.Resolved);
        claimEq(uint256(life().row), uint256(Row.RuledFulfilled) + uint256(ruling) - 1, "row");
        claimEq(shares().oracle, fees(), "every tier is paid");
    }

    function test_needs_no_escalation_before_it(uint256 seed) public {
        draw(seed);
        reach(Phase.AwaitResponse);
        uint256 deadline = life().deadline;
        vm.warp(deadline);
        refuse(ORACLE, call(), wrongPhase(Phase.AwaitResponse));
        vm.warp(deadline + between(seed, 1, 60));
        take(ORACLE, call());
        claimPhase(Phase.Ruled);
    }

    function test_reverts_on_another_question(uint256 seed, uint256 question) public {
        start(seed);
        vm.assume(question != 1);
        bytes memory wrong =
            abi.encodeCall(escrow.rule, (id, terms, question, Ruling.Canceled, HASH));
        refuse(ORACLE, wrong, abi.encodeWithSelector(StaleAnswer.selector, id, 1, question));
    }

    function test_reverts_on_the_ruling_none(uint256 seed) public {
        start(seed);
        bytes memory none = abi.encodeCall(escrow.rule, (id, terms, 1, Ruling.None, HASH));
        refuse(ORACLE, none, abi.encodeWithSelector(NotARuling.selector, id));
    }

    function test_reverts_on_an_unknown_ruling(uint256 seed, uint256 seventh) public {
        start(seed);
        bytes memory known = call();
        bytes memory unknown = bytes.concat(
            _slice(known, 4 + 32 * 19), bytes32(between(seventh, 7, type(uint256).max)), HASH
        );
        vm.prank(ORACLE);
        (bool isTaken,) = address(escrow).call(unknown);
        claimTrue(!isTaken, "refused");
    }

    function test_reverts_when_a_party_rules(uint256 seed) public {
        start(seed);
        refuse(PRINCIPAL, call(), notAParty(PRINCIPAL));
        refuse(AGENT, call(), notAParty(AGENT));
    }

    function _slice(bytes memory from, uint256 length) private pure returns (bytes memory part) {
        part = new bytes(length);
        for (uint256 i = 0; i < length; i++) {
            part[i] = from[i];
        }
    }
}
