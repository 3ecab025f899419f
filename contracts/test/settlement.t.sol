// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Pot, Row, Settlement, Shares, Side} from "../src/Settlement.sol";
import {Claims} from "./base/Claims.sol";
import {vm} from "./base/Vm.sol";

/// @notice The division alone: it equals the kernel's vectors and conserves any pot.
contract SettlementTest is Claims {
    string private constant VECTORS = "spec/vectors/settlement.json";

    mapping(bytes32 name => Row) private _rows;

    function setUp() public {
        string[19] memory names = [
            "fulfilled",
            "canceled",
            "unclaimed",
            "withdrawn",
            "agent_left_in_grace",
            "principal_left_in_grace",
            "agent_left_late",
            "principal_left_late",
            "principal_silent_before_acceptance",
            "principal_silent_after_acceptance",
            "voided",
            "ruled_fulfilled",
            "ruled_canceled",
            "ruled_impossible",
            "ruled_evil_agent",
            "ruled_evil_principal",
            "ruled_evil_both",
            "ruled_mutual",
            "ruled_split"
        ];
        for (uint256 i = 0; i < 17; i++) {
            _rows[keccak256(bytes(names[i]))] = Row(i + 1);
        }
        // Not on the chain; under court fees, panels and arbitration divide like this.
        _rows[keccak256("ruled_mutual")] = Row.RuledImpossible;
        _rows[keccak256("ruled_split")] = Row.RuledImpossible;
    }

    function test_every_vector_of_the_schedule() public view {
        uint256 replayed = 0;
        string memory line = vm.readLine(VECTORS);
        for (; bytes(line).length > 0; line = vm.readLine(VECTORS)) {
            if (!startsWith(line, '{"name":"court-fees')) continue;
            replay(trimmed(line));
            replayed += 1;
        }
        claimTrue(replayed > 1_000, "the vectors are there");
    }

    function test_every_row_conserves(uint256 seed, uint256 row) public pure {
        Pot memory pot = any(seed);
        Row which = Row(between(row, 1, uint256(Row.RuledEvilBoth)));
        Shares memory shares = Settlement.divide(pot, which);
        uint256 paid =
            shares.principal + shares.agent + shares.platform + shares.oracle + shares.charity;
        claimEq(paid, pot.bounty + pot.courtFees + pot.bond, "paid");
    }

    function test_without_a_ruling_the_court_earns_nothing(uint256 seed, uint256 row) public pure {
        Pot memory pot = any(seed);
        Row which = Row(between(row, 1, uint256(Row.Voided)));
        Shares memory shares = Settlement.divide(pot, which);
        claimEq(shares.oracle + shares.charity, 0, "court and charity");
    }

    function test_a_winner_pays_nothing_however_many_tiers_ruled(uint256 seed) public pure {
        Pot memory pot = any(seed);
        Shares memory costly = Settlement.divide(pot, Row.RuledFulfilled);
        claimEq(costly.agent, Settlement.divide(pot, Row.Fulfilled).agent, "agent");
        costly = Settlement.divide(pot, Row.RuledCanceled);
        claimEq(costly.principal, Settlement.divide(pot, Row.Canceled).principal, "principal");
    }

    function test_restitution_moves_money_between_charity_and_the_victim(uint256 seed) public pure {
        Pot memory pot = any(seed);
        pot.restitution = true;
        Shares memory on = Settlement.divide(pot, Row.RuledEvilAgent);
        pot.restitution = false;
        Shares memory off = Settlement.divide(pot, Row.RuledEvilAgent);
        claimEq(on.principal - off.principal, off.charity - on.charity, "moved");
        claimEq(on.platform, off.platform, "platform");
        claimEq(on.agent + off.agent, 0, "the wrongdoer gets nothing");
    }

    function test_reverts_without_a_row(uint256 seed) public {
        Pot memory pot = any(seed);
        (bool isTaken, bytes memory why) =
            address(this).call(abi.encodeCall(this.divide, (pot, Row.None)));
        claimTrue(!isTaken, "refused");
        claimEq(why, abi.encodeWithSelector(Settlement.NoRow.selector), "reason");
    }

    function divide(Pot memory pot, Row row) external pure returns (Shares memory) {
        return Settlement.divide(pot, row);
    }

    /// @dev Any pot that `post` and `bond` allow, with large and tiny amounts.
    function any(uint256 seed) private pure returns (Pot memory pot) {
        uint256 scale = seed % 2 == 0 ? 100 : 2 ** 124;
        pot.bounty = between(mix(seed, "bounty"), 1, scale);
        pot.courtFees = mix(seed, "courtFees") % scale;
        pot.bond = pot.courtFees + mix(seed, "bond") % scale;
        pot.courtCost = between(mix(seed, "courtCost"), 0, pot.courtFees);
        pot.platformFeeBps = mix(seed, "bps") % 10_001;
        pot.filer = Side(mix(seed, "filer") % 2);
        pot.restitution = mix(seed, "restitution") % 2 == 0;
    }

    function replay(string memory json) private view {
        Pot memory pot;
        pot.bounty = number(json, ".parameters.bounty");
        pot.platformFeeBps = number(json, ".parameters.platformFeeBps");
        pot.restitution = vm.parseJsonBool(json, ".parameters.restitution");
        pot.bond = number(json, ".held.agent");
        pot.courtFees = number(json, ".held.principal") - pot.bounty;
        claimEq(
            number(json, ".parameters.cancelFeeBps"), Settlement.CANCEL_FEE_BPS, "the cancel fee"
        );
        pot.courtCost = courtCost(json);
        bool isAgents =
            keccak256(bytes(vm.parseJsonString(json, ".outcome.filer"))) == keccak256("agent");
        pot.filer = isAgents ? Side.Agent : Side.Principal;
        Row row = _rows[keccak256(bytes(vm.parseJsonString(json, ".outcome.row")))];
        string memory name = vm.parseJsonString(json, ".name");
        Shares memory shares = Settlement.divide(pot, row);
        claimEq(shares.principal, number(json, ".shares.principal"), name);
        claimEq(shares.agent, number(json, ".shares.agent"), name);
        claimEq(shares.platform, number(json, ".shares.platform"), name);
        claimEq(shares.oracle, number(json, ".shares.oracle"), name);
        claimEq(shares.charity, number(json, ".shares.charity"), name);
    }

    /// @dev The fees of the tiers that ruled; a re-run and a panel charge nothing.
    function courtCost(string memory json) private view returns (uint256 cost) {
        for (uint256 i = 0; i < 5; i++) {
            string memory path = string.concat(".rulings[", vm.toString(i), "].tier");
            if (!vm.keyExistsJson(json, path)) break;
            bytes32 tier = keccak256(bytes(vm.parseJsonString(json, path)));
            if (tier == keccak256("district")) cost += number(json, ".parameters.tierFees[0]");
            if (tier == keccak256("appeals")) cost += number(json, ".parameters.tierFees[1]");
            if (tier == keccak256("supreme")) cost += number(json, ".parameters.tierFees[2]");
        }
    }

    function number(string memory json, string memory path) private pure returns (uint256) {
        return vm.parseUint(vm.parseJsonString(json, path));
    }

    function startsWith(string memory text, string memory start) private pure returns (bool) {
        (bytes memory all, bytes memory head) = (bytes(text), bytes(start));
        if (all.length < head.length) return false;
        for (uint256 i = 0; i < head.length; i++) {
            if (all[i] != head[i]) return false;
        }
        return true;
    }

    /// @dev Without the comma between two entries of the list.
    function trimmed(string memory line) private pure returns (string memory) {
        bytes memory text = bytes(line);
        if (text[text.length - 1] != ",") return line;
        bytes memory shorter = new bytes(text.length - 1);
        for (uint256 i = 0; i < shorter.length; i++) {
            shorter[i] = text[i];
        }
        return string(shorter);
    }
}
