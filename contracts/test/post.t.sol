// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Intent} from "../src/Intents.sol";
import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {Terms, TermsCheck} from "../src/Terms.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

contract PostTest is EscrowTest {
    uint256 private constant MOST = 2 ** 124 - 1;

    function test_holds_the_deposit_and_waits_for_an_agent(uint256 seed) public {
        draw(seed);
        vm.recordLogs();
        post();
        bytes32 who = bytes32(uint256(uint160(PRINCIPAL)));
        bytes memory data = abi.encode(contractId, terms);
        claimEvents(abi.encodePacked(Posted.selector, id, who, data), "");
        claimPhase(Phase.Open);
        claimDeadline(30);
        claimEq(address(escrow).balance, terms.bounty + fees(), "held");
        claimEq(life().step, 1, "step");
        (bytes32 termsHash,,) = escrow.recordOf(id);
        claimEq(uint256(termsHash), uint256(keccak256(abi.encode(terms))), "terms");
    }

    function test_the_id_includes_the_principal(uint256 seed) public {
        draw(seed);
        post();
        bytes32 first = id;
        terms.principal = RIVAL;
        bytes32 second = escrow.idOf(RIVAL, contractId);
        takeWith(RIVAL, terms.bounty + fees(), abi.encodeCall(escrow.post, (contractId, terms)));
        claimTrue(first != second, "nobody takes another's id");
        claimEq(uint256(first), uint256(keccak256(abi.encode(PRINCIPAL, contractId))), "id");
    }

    function test_reverts_twice(uint256 seed) public {
        draw(seed);
        post();
        bytes memory again = abi.encodeCall(escrow.post, (contractId, terms));
        bytes memory why = abi.encodeWithSelector(ContractExists.selector, id);
        refuseWith(PRINCIPAL, terms.bounty + fees(), again, why);
    }

    function test_reverts_twice_even_after_the_end(uint256 seed) public {
        draw(seed);
        reach(Phase.Canceled);
        bytes memory again = abi.encodeCall(escrow.post, (contractId, terms));
        bytes memory why = abi.encodeWithSelector(ContractExists.selector, id);
        refuseWith(PRINCIPAL, terms.bounty + fees(), again, why);
    }

    function test_reverts_in_another_name(uint256 seed) public {
        draw(seed);
        id = escrow.idOf(PRINCIPAL, contractId);
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        refuseWith(RIVAL, terms.bounty + fees(), call, notAParty(RIVAL));
    }

    function test_reverts_when_the_value_is_not_what_is_due(uint256 seed, uint256 value) public {
        draw(seed);
        uint256 due = terms.bounty + fees();
        value = value % (due + 1_000);
        vm.assume(value != due);
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        refuseWith(PRINCIPAL, value, call, abi.encodeWithSelector(WrongValue.selector, due, value));
    }

    function test_reverts_when_the_listing_fee_is_over_100_percent(uint16 bps) public {
        draw(bps);
        vm.assume(bps > 10_000);
        terms.platformFeeBps = bps;
        outOfBounds("platformFeeBps", bps, 0, 10_000);
    }

    function test_reverts_without_a_bounty() public {
        draw(1);
        terms.bounty = 0;
        outOfBounds("bounty", 0, 1, MOST);
    }

    function test_reverts_when_an_amount_is_too_large(uint128 much) public {
        much = uint128(MOST + 1 + much % (type(uint128).max - MOST));
        draw(much);
        terms.bounty = much;
        outOfBounds("bounty", much, 1, MOST);
        draw(much);
        terms.minBond = much;
        outOfBounds("minBond", much, 0, MOST);
        draw(much);
        terms.courtFees[much % 3] = much;
        outOfBounds("courtFees", much, 0, MOST);
    }

    function test_reverts_when_attempts_are_zero_or_too_many(uint8 attempts) public {
        vm.assume(attempts == 0 || attempts > 50);
        draw(attempts);
        terms.maxAttempts = attempts;
        outOfBounds("maxAttempts", attempts, 1, 50);
    }

    function test_reverts_when_a_window_is_out_of_bounds(uint16 execution, uint24 review) public {
        draw(review);
        terms.executionSeconds = execution;
        bool isShort = execution < 30 || execution > 3_600;
        if (isShort) outOfBounds("executionSeconds", execution, 30, 3_600);
        terms.executionSeconds = 30;
        terms.reviewSeconds = review;
        if (review < 60 || review > 86_400) outOfBounds("reviewSeconds", review, 60, 86_400);
    }

    function test_reverts_when_a_receiver_is_the_zero_address() public {
        draw(1);
        terms.principal = address(0);
        bytes memory why = abi.encodeWithSelector(TermsCheck.NobodyToPay.selector, "principal");
        refuseTerms(address(0), why);
        draw(1);
        terms.platform = address(0);
        why = abi.encodeWithSelector(TermsCheck.NobodyToPay.selector, "platform");
        refuseTerms(PRINCIPAL, why);
        draw(1);
        terms.charity = address(0);
        why = abi.encodeWithSelector(TermsCheck.NobodyToPay.selector, "charity");
        refuseTerms(PRINCIPAL, why);
    }

    function test_reverts_when_two_roles_share_an_address() public {
        draw(1);
        terms.agent = PRINCIPAL;
        samePerson("agent", "principal", PRINCIPAL);
        draw(1);
        terms.agent = ORACLE;
        samePerson("oracle", "agent", ORACLE);
        draw(1);
        terms.agent = address(0);
        terms.oracle = PRINCIPAL;
        samePerson("oracle", "principal", PRINCIPAL);
    }

    function test_without_an_oracle_there_are_no_court_fees(uint256 seed) public {
        draw(seed);
        terms.oracle = address(0);
        terms.charity = address(0);
        bytes memory why = abi.encodeWithSelector(TermsCheck.NoCourtToPay.selector, fees());
        if (fees() > 0) refuseTerms(PRINCIPAL, why);
        terms.courtFees = [uint128(0), 0, 0];
        post();
        claimPhase(Phase.Open);
    }

    function test_by_intent_the_relayer_brings_the_coin(uint256 seed) public {
        draw(seed);
        id = escrow.idOf(PRINCIPAL, contractId);
        Intent memory intent =
            Intent(PRINCIPAL, 0, NEVER, abi.encodeCall(escrow.post, (contractId, terms)));
        bytes memory signature = sign(PRINCIPAL_KEY, intentDigest(intent));
        uint256 due = terms.bounty + fees();
        takeWith(STRANGER, due, abi.encodeCall(escrow.relay, (intent, signature)));
        claimPhase(Phase.Open);
        bytes memory why = abi.encodeWithSelector(StaleIntent.selector, contractId, 1, 0);
        refuseWith(STRANGER, due, abi.encodeCall(escrow.relay, (intent, signature)), why);
    }

    function outOfBounds(string memory field, uint256 value, uint256 least, uint256 most) private {
        refuseTerms(
            PRINCIPAL,
            abi.encodeWithSelector(TermsCheck.OutOfBounds.selector, field, value, least, most)
        );
    }

    function samePerson(string memory role, string memory other, address who) private {
        refuseTerms(
            PRINCIPAL, abi.encodeWithSelector(TermsCheck.SamePerson.selector, role, other, who)
        );
    }

    function refuseTerms(address by, bytes memory why) private {
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        vm.deal(by, 2 ** 130);
        refuseWith(by, terms.bounty + fees(), call, why);
    }
}
