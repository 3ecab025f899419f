// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

/// @notice Assertions that revert with both values.
abstract contract Claims {
    error NotEqual(string what, uint256 got, uint256 expected);
    error NotEqualBytes(string what, bytes got, bytes expected);
    error NotTrue(string what);

    function claimEq(uint256 got, uint256 expected, string memory what) internal pure {
        if (got != expected) revert NotEqual(what, got, expected);
    }

    function claimEq(address got, address expected, string memory what) internal pure {
        if (got != expected) revert NotEqual(what, uint160(got), uint160(expected));
    }

    function claimEq(bytes memory got, bytes memory expected, string memory what) internal pure {
        if (keccak256(got) != keccak256(expected)) revert NotEqualBytes(what, got, expected);
    }

    function claimTrue(bool holds, string memory what) internal pure {
        if (!holds) revert NotTrue(what);
    }

    /// @dev Maps a seed to a value between the bounds, inclusive.
    function between(uint256 seed, uint256 least, uint256 most) internal pure returns (uint256) {
        return least + seed % (most - least + 1);
    }

    function mix(uint256 seed, string memory salt) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, salt)));
    }
}
