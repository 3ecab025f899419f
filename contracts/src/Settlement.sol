// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice How a contract ended, under the names of the kernel's rows.
/// @dev The chain sees no investigation commands, so it never selects the two rows of a silent
///      principal; they are here because the division must be total.
enum Row {
    None,
    Fulfilled,
    Canceled,
    Unclaimed,
    Withdrawn,
    AgentLeftInGrace,
    PrincipalLeftInGrace,
    AgentLeftLate,
    PrincipalLeftLate,
    PrincipalSilentBeforeAcceptance,
    PrincipalSilentAfterAcceptance,
    Voided,
    RuledFulfilled,
    RuledCanceled,
    RuledImpossible,
    RuledEvilAgent,
    RuledEvilPrincipal,
    RuledEvilBoth
}

enum Side {
    Principal,
    Agent
}

/// @notice Everything a division depends on besides its row.
/// @param bounty What the work was worth (B).
/// @param courtFees The fees of all tiers, held by the principal (P).
/// @param bond The agent's bond as held; nothing while there is no agent (A).
/// @param courtCost The fees of all tiers that ruled (W).
/// @param platformFeeBps The listing fee, in hundredths of a percent of the bounty.
/// @param filer Who went to court; a halt is the principal's filing.
/// @param restitution Whether a forfeited bond pays the listing fee before it goes to charity.
struct Pot {
    uint256 bounty;
    uint256 courtFees;
    uint256 bond;
    uint256 courtCost;
    uint256 platformFeeBps;
    Side filer;
    bool restitution;
}

struct Shares {
    uint256 principal;
    uint256 agent;
    uint256 platform;
    uint256 oracle;
    uint256 charity;
}

/// @title The court-fees schedule
/// @notice Divides what is held, to the last unit: B + P + A goes in and comes out.
/// @dev Requires courtCost <= courtFees, and courtCost <= bond wherever a court ruled; posting and
///      bonding see to both.
library Settlement {
    /// @notice A late leaver pays a tenth of the bounty.
    uint256 internal constant CANCEL_FEE_BPS = 1_000;
    uint256 private constant BPS = 10_000;

    /// @notice The division does not add up to what is held.
    error NotConserved(uint256 held, uint256 paid);
    /// @notice A contract that has not ended has nothing to divide.
    error NoRow();

    function divide(Pot memory pot, Row row) internal pure returns (Shares memory shares) {
        shares = divideUnchecked(pot, row);
        uint256 held = pot.bounty + pot.courtFees + pot.bond;
        uint256 paid =
            shares.principal + shares.agent + shares.platform + shares.oracle + shares.charity;
        if (paid != held) revert NotConserved(held, paid);
    }

    /// @dev Apart, so that the prover can show that the check above never fails.
    function divideUnchecked(Pot memory pot, Row row) internal pure returns (Shares memory) {
        if (row == Row.None) revert NoRow();
        if (row == Row.AgentLeftInGrace || row == Row.PrincipalLeftInGrace) {
            return Shares(pot.bounty + pot.courtFees, pot.bond, 0, 0, 0);
        }
        // Rounded down: the remainder stays with the bounty.
        uint256 fee = pot.bounty * pot.platformFeeBps / BPS;
        uint256 net = pot.bounty - fee;
        if (row >= Row.RuledFulfilled) return _ruled(pot, row, fee, net);
        if (row == Row.Fulfilled) return Shares(pot.courtFees, net + pot.bond, fee, 0, 0);
        if (row == Row.AgentLeftLate) {
            uint256 penalty = _least(_cancelFee(pot), pot.bond);
            return Shares(net + pot.courtFees + penalty, pot.bond - penalty, fee, 0, 0);
        }
        if (row == Row.PrincipalLeftLate) {
            uint256 penalty = _least(_cancelFee(pot), net);
            return Shares(net - penalty + pot.courtFees, pot.bond + penalty, fee, 0, 0);
        }
        return Shares(net + pot.courtFees, pot.bond, fee, 0, 0);
    }

    /// @dev Costs follow the last ruling: the side it went against bears them whole, and where
    ///      nobody lost, whoever went to court.
    function _ruled(Pot memory pot, Row row, uint256 fee, uint256 net)
        private
        pure
        returns (Shares memory)
    {
        uint256 cost = pot.courtCost;
        if (row == Row.RuledFulfilled) {
            return Shares(pot.courtFees - cost, net + pot.bond, fee, cost, 0);
        }
        if (row == Row.RuledCanceled) {
            return Shares(net + pot.courtFees, pot.bond - cost, fee, cost, 0);
        }
        if (row == Row.RuledImpossible) {
            return pot.filer == Side.Agent
                ? Shares(net + pot.courtFees, pot.bond - cost, fee, cost, 0)
                : Shares(net + pot.courtFees - cost, pot.bond, fee, cost, 0);
        }
        if (row == Row.RuledEvilPrincipal) {
            return Shares(0, pot.bond, fee, cost, pot.courtFees - cost + net);
        }
        if (row == Row.RuledEvilBoth) {
            return Shares(0, 0, fee, cost, pot.bond + pot.courtFees + net - cost);
        }
        uint256 forfeited = pot.bond - cost;
        if (!pot.restitution) return Shares(pot.courtFees, 0, fee, cost, forfeited + net);
        // As much of the listing fee as the forfeited bond can pay spares the victim.
        uint256 covered = _least(fee, forfeited);
        return
            Shares(pot.bounty - (fee - covered) + pot.courtFees, 0, fee, cost, forfeited - covered);
    }

    /// @dev Rounded down: the remainder stays with the side that leaves.
    function _cancelFee(Pot memory pot) private pure returns (uint256) {
        return pot.bounty * CANCEL_FEE_BPS / BPS;
    }

    function _least(uint256 one, uint256 other) private pure returns (uint256) {
        return one < other ? one : other;
    }
}
