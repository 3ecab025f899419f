// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase, Ruling} from "../src/Life.sol";
import {Side} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract AppealTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Ruled;
    }

    function actor(Phase) internal view override returns (address) {
        return AGENT;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.appeal, (id, terms, HASH));
    }

    function test_asks_the_next_tier(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(AGENT, call());
        bytes memory data = abi.encode(Side.Agent, uint256(2), HASH);
        claimEvents(abi.encodePacked(Appealed.selector, id, data), "");
        claimPhase(Phase.AwaitResponse);
        claimDeadline(30);
        claimTrue(life().filer == Side.Principal, "who filed stays who filed");
        claimTrue(life().leader == Side.Agent && !life().isAnswered, "leader");
    }

    function test_only_the_losing_side_may_appeal(uint256 seed) public {
        draw(seed);
        reach(Phase.Disputed);
        Ruling ruling = Ruling(between(seed, 1, 6));
        rule(ruling);
        bool isPrincipals = ruling == Ruling.Fulfilled || ruling == Ruling.EvilPrincipal;
        bool isAgents = ruling == Ruling.Canceled || ruling == Ruling.EvilAgent;
        bytes memory why = abi.encodeWithSelector(NotYoursToAppeal.selector, id, AGENT);
        if (isPrincipals) refuse(AGENT, call(), why);
        why = abi.encodeWithSelector(NotYoursToAppeal.selector, id, PRINCIPAL);
        if (isAgents) refuse(PRINCIPAL, call(), why);
        take(isPrincipals || (!isAgents && seed % 2 == 0) ? PRINCIPAL : AGENT, call());
        claimPhase(Phase.AwaitResponse);
    }

    function test_from_a_halt_it_is_an_ordinary_case(uint256 seed) public {
        draw(seed);
        reach(Phase.Halted);
        rule(Ruling.EvilAgent);
        take(AGENT, call());
        claimPhase(Phase.AwaitResponse);
    }
}
