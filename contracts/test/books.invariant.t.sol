// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FixEscrow} from "../src/FixEscrow.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {Keeper} from "./base/Keeper.sol";

/// @notice Holds after any sequence of calls by several accounts on several contracts.
contract BooksInvariant is EscrowTest {
    Keeper private keeper;

    function setUp() public override {
        super.setUp();
        keeper = new Keeper(escrow);
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(keeper);
    }

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    /// @dev Without `closeAll`, which is for the end of a run.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        bytes4[] memory selectors = new bytes4[](1);
        selectors[0] = Keeper.act.selector;
        targets[0] = FuzzSelector(address(keeper), selectors);
    }

    /// @dev Checks the last changed contract and the sum of all.
    function invariant_the_books_balance() external view {
        if (keeper.count() > 0) claimBalanced(keeper.touched());
        uint256 total = 0;
        for (uint256 index = 0; index < keeper.count(); index++) {
            total += heldFor(index);
        }
        claimEq(address(escrow).balance, total, "all that is held is owed");
        claimEq(keeper.silentChanges(), 0, "changes without an event");
    }

    /// @dev From any state, timeouts end every contract and every share can be paid.
    function afterInvariant() external {
        for (uint256 index = 0; index < keeper.count(); index++) {
            claimBalanced(index);
        }
        keeper.closeAll();
        claimEq(address(escrow).balance, 0, "nothing is locked in");
    }

    function claimBalanced(uint256 index) private view {
        claimEq(keeper.owed(index), heldFor(index), "what is owed is held");
    }

    function heldFor(uint256 index) private view returns (uint256) {
        bytes32 of_ = keeper.ids(index);
        return keeper.deposited(of_) - keeper.paid(of_);
    }
}
