// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {EscrowErrors} from "./EscrowErrors.sol";

/// @title Payments in the native coin or in standard ERC-20 tokens
/// @dev Callers write all state before they call these functions, so a reentrant call sees the
///      final state.
abstract contract Vault is EscrowErrors, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @dev Native coin must come with the call; tokens are transferred from their owner. A token
    ///      that charges a fee on transfers is refused, because the fee would be missing later.
    function _take(address token, address from, uint256 amount) internal {
        if (token == address(0)) {
            if (msg.value != amount) revert WrongValue(amount, msg.value);
            return;
        }
        if (msg.value != 0) revert WrongValue(0, msg.value);
        _fetch(IERC20(token), from, amount);
    }

    /// @dev Guarded: a nested deposit would be counted twice.
    function _fetch(IERC20 token, address from, uint256 amount) private nonReentrant {
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(from, address(this), amount);
        uint256 arrived = token.balanceOf(address(this)) - before;
        if (arrived != amount) revert WrongAmountArrived(address(token), amount, arrived);
    }

    function _send(address token, address to, uint256 amount) internal nonReentrant {
        if (token != address(0)) {
            IERC20(token).safeTransfer(to, amount);
            return;
        }
        (bool isReceived,) = to.call{value: amount}("");
        if (!isReceived) revert NotReceived(to, amount);
    }
}
