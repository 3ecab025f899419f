// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase, Ruling} from "../src/Life.sol";
import {Row, Side} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract ResumeTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Halted;
    }

    function actor(Phase) internal view override returns (address) {
        return PRINCIPAL;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.resume, (id, terms));
    }

    function test_gives_back_exactly_what_was_left(uint256 seed, uint256 early, uint256 pause)
        public
    {
        draw(seed);
        Phase phase = Phase(between(seed, uint256(Phase.InProgress), uint256(Phase.Review)));
        reach(phase);
        vm.warp(block.timestamp + early % 60);
        uint256 left = life().deadline - block.timestamp;
        uint256 graceEnds = purse().graceEnds;
        halt();
        vm.warp(block.timestamp + pause % 61);
        vm.recordLogs();
        take(PRINCIPAL, call());
        claimEvents(abi.encodePacked(Resumed.selector, id), "");
        claimPhase(phase);
        claimDeadline(left);
        claimEq(purse().graceEnds, graceEnds + pause % 61, "grace");
        claimTrue(life().filer == Side.Principal && !life().isAnswered, "no case is left");
    }

    function test_a_grace_period_that_was_over_stays_over(uint256 seed, uint256 pause) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(block.timestamp + 31);
        halt();
        vm.warp(block.timestamp + pause % 61);
        take(PRINCIPAL, call());
        take(AGENT, abi.encodeCall(escrow.backOut, (id, terms)));
        claimRow(Row.AgentLeftLate);
    }

    function test_the_rest_of_the_grace_period_is_kept(uint256 seed, uint256 pause) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(block.timestamp + 30);
        halt();
        vm.warp(block.timestamp + pause % 61);
        take(PRINCIPAL, call());
        take(PRINCIPAL, abi.encodeCall(escrow.cancel, (id, terms)));
        claimRow(Row.PrincipalLeftInGrace);
    }

    function test_reverts_once_the_court_has_ruled(uint256 seed) public {
        start(seed);
        rule(Ruling.Fulfilled);
        refuse(PRINCIPAL, call(), wrongPhase(Phase.Ruled));
    }

    function test_a_late_ruling_does_not_apply_to_the_next_question(uint256 seed) public {
        start(seed);
        take(PRINCIPAL, call());
        file(AGENT);
        take(PRINCIPAL, abi.encodeCall(escrow.respondDispute, (id, terms, HASH)));
        bytes memory late = abi.encodeCall(escrow.rule, (id, terms, 1, Ruling.EvilAgent, HASH));
        refuse(ORACLE, late, abi.encodeWithSelector(StaleAnswer.selector, id, 2, 1));
    }
}
