// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Intent} from "../src/Intents.sol";
import {Phase} from "../src/Life.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

contract AnchorTranscriptTest is EscrowTest {
    function test_the_agents_anchor_restarts_its_turn_ten_times(uint256 seed) public {
        draw(seed);
        reach(seed % 2 == 0 ? Phase.Investigating : Phase.InProgress);
        for (uint256 anchors = 1; anchors <= 12; anchors++) {
            vm.warp(block.timestamp + 10);
            uint256 deadline = life().deadline;
            uint256 restarts = anchors < 10 ? anchors : 10;
            vm.recordLogs();
            take(AGENT, anchor());
            claimEvents(anchored(AGENT, restarts), "");
            claimEq(life().restarts, restarts, "restarts");
            claimEq(life().deadline, anchors <= 10 ? block.timestamp + 120 : deadline, "deadline");
        }
    }

    function test_a_new_turn_has_its_own_restarts(uint256 seed) public {
        draw(seed);
        terms.maxAttempts = 2;
        reach(Phase.Investigating);
        take(AGENT, anchor());
        take(AGENT, abi.encodeCall(escrow.accept, (id)));
        claimEq(life().restarts, 0, "after acceptance");
        take(AGENT, anchor());
        take(AGENT, abi.encodeCall(escrow.submitFix, (id, HASH)));
        verify(false);
        claimEq(life().restarts, 0, "after a failed fix");
    }

    function test_the_agents_intent_counts_when_the_platform_sends_it(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(block.timestamp + 120);
        Intent memory intent = Intent(AGENT, life().step, NEVER, anchor());
        bytes memory signature = sign(AGENT_KEY, intentDigest(intent));
        take(PLATFORM, abi.encodeCall(escrow.relay, (intent, signature)));
        claimDeadline(120);
    }

    function test_others_anchor_without_effect_on_the_clock(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(block.timestamp + 10);
        uint256 deadline = life().deadline;
        vm.recordLogs();
        address other = seed % 2 == 0 ? PRINCIPAL : PLATFORM;
        take(other, anchor());
        claimEvents(anchored(other, 0), "");
        claimEq(life().deadline, deadline, "deadline");
        claimEq(life().step, 3, "step");
    }

    function test_after_the_deadline_it_restarts_nothing(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(life().deadline + 1);
        take(AGENT, anchor());
        take(STRANGER, abi.encodeCall(escrow.cancelAbandoned, (id, terms)));
    }

    function test_outside_a_turn_it_restarts_nothing(uint256 seed) public {
        draw(seed);
        Phase phase = Phase(between(seed, uint256(Phase.Verifying), uint256(Phase.Voided)));
        if (phase == Phase.Canceled) phase = Phase.Voided;
        reach(phase);
        uint256 deadline = life().deadline;
        take(AGENT, anchor());
        claimEq(life().deadline, deadline, "deadline");
        claimPhase(phase);
    }

    function test_reverts_for_strangers(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        refuse(STRANGER, anchor(), notAParty(STRANGER));
        refuse(ORACLE, anchor(), notAParty(ORACLE));
    }

    function anchor() private view returns (bytes memory) {
        return abi.encodeCall(escrow.anchorTranscript, (id, terms, HASH, 7));
    }

    function anchored(address by, uint256 restarts) private view returns (bytes memory) {
        bytes32 who = bytes32(uint256(uint160(by)));
        bytes memory data = abi.encode(HASH, uint256(7), restarts);
        return abi.encodePacked(TranscriptAnchored.selector, id, who, data);
    }
}
