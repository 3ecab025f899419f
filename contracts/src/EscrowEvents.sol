// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Row, Side} from "./Settlement.sol";
import {Ruling} from "./Life.sol";
import {Terms} from "./Terms.sol";

/// @notice Who can receive a share.
enum Role {
    Principal,
    Agent,
    Platform,
    Oracle,
    Charity
}

/// @title The escrow's events: enough to rebuild every state from the log alone
/// @dev Deadlines are not included: they follow from the block's time and the terms.
interface EscrowEvents {
    event Posted(bytes32 indexed id, address indexed principal, bytes32 contractId, Terms terms);
    event Bonded(bytes32 indexed id, address indexed agent, uint256 bond);
    event Accepted(bytes32 indexed id);
    /// @notice The agent left before accepting and may reclaim its bond.
    event SeatLeft(bytes32 indexed id, address indexed agent, uint256 bond);
    event FixSubmitted(bytes32 indexed id, bytes32 fixHash);
    event Verified(bytes32 indexed id, bool success);
    event ReviewRejected(bytes32 indexed id);
    event DisputeFiled(bytes32 indexed id, Side side, uint256 question, bytes32 argumentHash);
    event DisputeAnswered(bytes32 indexed id, bytes32 argumentHash);
    event DisputeEscalated(bytes32 indexed id);
    event Ruled(bytes32 indexed id, uint256 question, Ruling ruling, bytes32 opinionHash);
    event Appealed(bytes32 indexed id, Side side, uint256 question, bytes32 argumentHash);
    event DisputeRefused(bytes32 indexed id, uint256 question);
    event Halted(bytes32 indexed id, uint256 question);
    event Resumed(bytes32 indexed id);
    /// @notice The contract ended; its shares can be claimed.
    event Settled(bytes32 indexed id, Row row);
    event Claimed(bytes32 indexed id, Role role, address to, uint256 amount);
    event BondReclaimed(bytes32 indexed id, address indexed agent, address to, uint256 amount);
    /// @param restarts How often anchors have restarted the current turn, including this one.
    event TranscriptAnchored(
        bytes32 indexed id, address indexed by, bytes32 head, uint256 length, uint256 restarts
    );
}
