// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice The agreement. It never changes, so only its hash is stored, and callers pass the terms.
/// @param principal Posts, pays and verifies.
/// @param platform Signs approvals of agents and earns the listing fee.
/// @param oracle Rules on disputes. Zero: there is no court and no dispute.
/// @param charity Receives what a party forfeits.
/// @param token The ERC-20 token for all payments. Zero: the chain's native coin.
/// @param agent The only agent that may take the seat. Zero: any agent that the platform approves.
/// @param bounty The price of the work.
/// @param minBond The minimum bond; the sum of the court fees if that is more.
/// @param courtFees The oracle's fee for a ruling of each tier, district first.
/// @param platformFeeBps The listing fee, in basis points of the bounty.
/// @param maxAttempts The number of failed verifications that ends the work.
/// @param executionSeconds The time for one run of the fix and its check.
/// @param reviewSeconds The time for the principal's review; after it, the fix counts as accepted.
/// @param isAutonomous Whether a fix goes straight to review, without verification.
/// @param restitution Whether a ruling against the agent returns the bounty to the principal and
///        lets the forfeited bond pay the listing fee.
struct Terms {
    address principal;
    address platform;
    address oracle;
    address charity;
    address token;
    address agent;
    uint128 bounty;
    uint128 minBond;
    uint128[3] courtFees;
    uint16 platformFeeBps;
    uint8 maxAttempts;
    uint16 executionSeconds;
    uint24 reviewSeconds;
    bool isAutonomous;
    bool restitution;
}

/// @title The bounds of the terms
/// @dev Terms are checked only when they are posted. So anything that could block a later call, pay
///      the zero address or break a division is refused here.
library TermsCheck {
    /// @notice Sums of amounts up to this limit fit their storage.
    uint256 internal constant MAX_AMOUNT = 2 ** 124 - 1;

    /// @notice A field of the terms is out of bounds.
    error OutOfBounds(string field, uint256 value, uint256 least, uint256 most);
    /// @notice The address of a role that can receive money is zero.
    error NobodyToPay(string role);
    /// @notice Two roles that must differ have the same address.
    error SamePerson(string role, string other, address who);
    /// @notice There are court fees, but no oracle.
    error NoCourtToPay(uint256 courtFees);

    function check(Terms calldata terms) internal pure {
        _checkPeople(terms);
        _bound("bounty", terms.bounty, 1, MAX_AMOUNT);
        _bound("minBond", terms.minBond, 0, MAX_AMOUNT);
        for (uint256 tier = 0; tier < 3; tier++) {
            _bound("courtFees", terms.courtFees[tier], 0, MAX_AMOUNT);
        }
        _bound("platformFeeBps", terms.platformFeeBps, 0, 10_000);
        _bound("maxAttempts", terms.maxAttempts, 1, 50);
        _bound("executionSeconds", terms.executionSeconds, 30, 3_600);
        _bound("reviewSeconds", terms.reviewSeconds, 60, 86_400);
    }

    /// @notice The sum of the fees of the lowest `tiers` tiers.
    function feesOf(Terms calldata terms, uint256 tiers) internal pure returns (uint256 sum) {
        for (uint256 tier = 0; tier < tiers; tier++) {
            sum += terms.courtFees[tier];
        }
    }

    /// @notice The principal's deposit.
    function deposit(Terms calldata terms) internal pure returns (uint256) {
        return terms.bounty + feesOf(terms, 3);
    }

    /// @notice The minimum bond: it covers the fees of all tiers.
    function leastBond(Terms calldata terms) internal pure returns (uint256) {
        uint256 fees = feesOf(terms, 3);
        return fees > terms.minBond ? fees : terms.minBond;
    }

    function hashOf(Terms calldata terms) internal pure returns (bytes32) {
        return keccak256(abi.encode(terms));
    }

    function _checkPeople(Terms calldata terms) private pure {
        if (terms.principal == address(0)) revert NobodyToPay("principal");
        if (terms.platform == address(0)) revert NobodyToPay("platform");
        if (terms.agent == terms.principal) {
            revert SamePerson("agent", "principal", terms.principal);
        }
        if (terms.oracle == address(0)) {
            uint256 fees = feesOf(terms, 3);
            if (fees > 0) revert NoCourtToPay(fees);
            return;
        }
        // Charity receives money only by a ruling.
        if (terms.charity == address(0)) revert NobodyToPay("charity");
        if (terms.oracle == terms.principal) {
            revert SamePerson("oracle", "principal", terms.oracle);
        }
        if (terms.oracle == terms.agent) revert SamePerson("oracle", "agent", terms.oracle);
    }

    function _bound(string memory field, uint256 value, uint256 least, uint256 most) private pure {
        if (value < least || value > most) revert OutOfBounds(field, value, least, most);
    }
}
