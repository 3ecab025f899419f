// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice What the two sides agreed on. It never changes, so only its hash is stored; whoever
///         acts brings the terms along.
/// @param principal Who posts, pays and verifies.
/// @param platform Whose signature admits an agent, and who earns the listing fee.
/// @param oracle Who rules. Zero: there is no court, and nobody can dispute anything.
/// @param charity Who receives what a wrongdoer forfeits.
/// @param token The ERC-20 everything is paid in. Zero: the chain's own coin.
/// @param agent The one agent who may take the seat. Zero: whoever the platform admits.
/// @param bounty What the work is worth.
/// @param minBond The least an agent must bond; the sum of the court fees, where that is more.
/// @param courtFees What the oracle earns with a ruling of each tier, district first.
/// @param platformFeeBps The listing fee, in hundredths of a percent of the bounty.
/// @param maxAttempts Failed verifications that exhaust the contract.
/// @param executionSeconds One run of the fix and its check.
/// @param reviewSeconds How long the principal may review before its silence accepts the fix.
/// @param isAutonomous A fix goes straight to review instead of being verified first.
/// @param restitution A forfeited bond pays the listing fee and the bounty goes back to the victim.
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

/// @title The bounds that every agreement must keep
/// @dev Nothing here is checked again later, so whatever could make a later step impossible, pay
///      the zero address or leave a division short is refused at posting.
library TermsCheck {
    /// @notice Amounts above this could make a sum of a few of them outgrow its storage.
    uint256 internal constant MAX_AMOUNT = 2 ** 124 - 1;

    /// @notice A field of the terms is out of its bounds.
    error OutOfBounds(string field, uint256 value, uint256 least, uint256 most);
    /// @notice Somebody the money could go to is the zero address.
    error NobodyToPay(string role);
    /// @notice One address stands for two roles that must not meet.
    error SamePerson(string role, string other, address who);
    /// @notice Without an oracle there is nothing to charge court fees for.
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

    /// @notice The fees of the lowest `tiers` tiers together.
    function feesOf(Terms calldata terms, uint256 tiers) internal pure returns (uint256 sum) {
        for (uint256 tier = 0; tier < tiers; tier++) {
            sum += terms.courtFees[tier];
        }
    }

    /// @notice What the principal deposits with its post.
    function deposit(Terms calldata terms) internal pure returns (uint256) {
        return terms.bounty + feesOf(terms, 3);
    }

    /// @notice The least an agent must bond: enough to lose in every tier.
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
        // Only a ruling can give anything to charity.
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
