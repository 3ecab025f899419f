// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract CancelTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Open || phase == Phase.Investigating || phase == Phase.InProgress;
    }

    function actor(Phase) internal view override returns (address) {
        return PRINCIPAL;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.cancel, (id, terms));
    }

    function test_before_any_bond(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        vm.recordLogs();
        take(PRINCIPAL, call());
        claimEvents(settled(Row.Unclaimed), "");
        claimPhase(Phase.Canceled);
    }

    function test_while_an_agent_investigates(uint256 seed) public {
        draw(seed);
        reach(Phase.Investigating);
        take(PRINCIPAL, call());
        claimRow(Row.Withdrawn);
        claimEq(shares().agent, bonded, "agent");
    }

    function test_in_grace_everybody_gets_everything_back(uint256 seed, uint256 wait) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(block.timestamp + wait % 31);
        take(PRINCIPAL, call());
        claimRow(Row.PrincipalLeftInGrace);
        claimEq(shares().platform, 0, "platform");
        claimEq(shares().principal, terms.bounty + fees(), "principal");
    }

    function test_late_it_pays_the_agent(uint256 seed, uint256 wait) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(block.timestamp + between(wait, 31, 120));
        take(PRINCIPAL, call());
        claimRow(Row.PrincipalLeftLate);
        claimTrue(shares().agent >= bonded, "agent");
    }
}
