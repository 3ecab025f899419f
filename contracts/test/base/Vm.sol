// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

struct Log {
    bytes32[] topics;
    bytes data;
    address emitter;
}

/// @notice The forge cheatcodes that these tests use.
interface Vm {
    function warp(uint256 time) external;
    function chainId(uint256 id) external;
    function prank(address sender) external;
    function deal(address who, uint256 balance) external;
    function etch(address where, bytes calldata code) external;
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function assume(bool condition) external pure;
    function record() external;
    function accesses(address of_)
        external
        returns (bytes32[] memory reads, bytes32[] memory writes);
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function readLine(string calldata path) external view returns (string memory);
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool);
    function parseJsonString(string calldata json, string calldata key)
        external
        pure
        returns (string memory);
    function parseJsonBool(string calldata json, string calldata key) external pure returns (bool);
    function parseUint(string calldata text) external pure returns (uint256);
    function envOr(string calldata name, bool otherwise) external view returns (bool);
    function deployCode(string calldata artifact) external returns (address);
    function toString(uint256 value) external pure returns (string memory);
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
