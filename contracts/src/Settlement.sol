// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice How a contract ended; the names are those of the kernel's rows.
/// @dev The chain does not see investigation commands, so it never selects the two rows of a silent
///      principal. They are included so that the enum matches the kernel's.
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

/// @notice What a division depends on besides its row.
/// @param bounty The price of the work (B).
/// @param courtFees The fees of all tiers, deposited by the principal (P).
/// @param bond The agent's bond; 0 without an agent (A).
/// @param courtCost The fees of the tiers that ruled (W).
/// @param platformFeeBps The listing fee, in basis points of the bounty.
/// @param filer The side that filed the dispute; a halt counts as the principal's.
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
/// @notice Divides what is held, B + P + A, to the last unit.
/// @dev Requires courtCost <= courtFees, and courtCost <= bond if a court ruled. `post` and `bond`
///      ensure both.
library Settlement {
    /// @notice The penalty for leaving late: a tenth of the bounty.
    uint256 internal constant CANCEL_FEE_BPS = 1_000;
    uint256 private constant BPS = 10_000;

    /// @notice The shares do not add up to what is held.
    error NotConserved(uint256 held, uint256 paid);
    /// @notice A contract that has not ended has no shares.
    error NoRow();

    function divide(Pot memory pot, Row row) internal pure returns (Shares memory shares) {
        shares = divideUnchecked(pot, row);
        uint256 held = pot.bounty + pot.courtFees + pot.bond;
        uint256 paid =
            shares.principal + shares.agent + shares.platform + shares.oracle + shares.charity;
        if (paid != held) revert NotConserved(held, paid);
    }

    /// @dev Separate, so that the prover can show that the check above never fails.
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

    /// @dev The side that lost the last ruling pays all court costs; if nobody lost, the side that
    ///      filed the dispute.
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
        // The forfeited bond pays the listing fee, as far as it covers it, for the principal.
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
