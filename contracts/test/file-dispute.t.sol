// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Side} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract FileDisputeTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.InProgress || phase == Phase.Verifying || phase == Phase.Review
            || phase == Phase.Contest;
    }

    function actor(Phase phase) internal view override returns (address) {
        return phase == Phase.Contest ? AGENT : PRINCIPAL;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.fileDispute, (id, terms, HASH));
    }

    function test_opens_the_response_window(uint256 seed) public {
        Phase phase = start(seed);
        vm.recordLogs();
        take(by(phase), call());
        Side side = phase == Phase.Contest ? Side.Agent : Side.Principal;
        bytes memory data = abi.encode(side, uint256(1), HASH);
        claimEvents(abi.encodePacked(DisputeFiled.selector, id, data), "");
        claimPhase(Phase.AwaitResponse);
        claimDeadline(30);
        claimTrue(life().filer == side && life().leader == side, "filer");
        claimEq(life().question, 1, "question");
    }

    function test_the_agent_may_file_while_it_works_or_waits(uint256 seed) public {
        draw(seed);
        reach(seed % 2 == 0 ? Phase.InProgress : Phase.Verifying);
        take(AGENT, call());
        claimTrue(life().filer == Side.Agent, "filer");
    }

    function test_reverts_when_the_agent_disputes_a_review(uint256 seed) public {
        draw(seed);
        reach(Phase.Review);
        refuse(AGENT, call(), notAParty(AGENT));
    }

    function test_reverts_when_the_principal_disputes_its_own_rejection(uint256 seed) public {
        draw(seed);
        reach(Phase.Contest);
        refuse(PRINCIPAL, call(), notAParty(PRINCIPAL));
    }

    function test_reverts_when_there_is_no_court(uint256 seed) public {
        draw(seed);
        terms.oracle = address(0);
        terms.courtFees = [uint128(0), 0, 0];
        bonded = leastBond();
        reach(Phase.InProgress);
        refuse(AGENT, call(), abi.encodeWithSelector(NoCourt.selector, id));
    }
}
