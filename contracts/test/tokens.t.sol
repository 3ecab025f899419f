// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Role} from "../src/EscrowEvents.sol";
import {Intent} from "../src/Intents.sol";
import {Phase} from "../src/Life.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

/// @dev A standard token.
contract Coin is ERC20("Coin", "COIN") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}

/// @dev Charges 1 % of every transfer.
contract GreedyCoin is Coin {
    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0)) super._update(to, address(this), value / 100);
    }
}

/// @dev Returns false instead of reverting.
contract PoliteCoin is Coin {
    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}

/// @dev Returns no value, like some well-known tokens.
contract SilentCoin {
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }
}

/// @dev During a transfer, calls an account that makes another deposit.
contract NestingCoin is Coin {
    address private _target;
    bytes private _call;

    function nest(address target, bytes calldata call) external {
        (_target, _call) = (target, call);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        address target = _target;
        if (target == address(0)) return super.transferFrom(from, to, amount);
        _target = address(0);
        (bool isTaken, bytes memory why) = target.call(_call);
        if (isTaken) return true;
        assembly {
            revert(add(why, 32), mload(why))
        }
    }
}

contract TokensTest is EscrowTest {
    function test_a_whole_life_in_tokens(uint256 seed) public {
        Coin coin = new Coin();
        endow(seed, coin);
        reach(Phase.Fulfilled);
        claimEq(coin.balanceOf(address(escrow)), terms.bounty + fees() + bonded, "held");
        claimEq(address(escrow).balance, 0, "no coin of the chain");
        uint256 before = coin.balanceOf(AGENT);
        uint256 due = shares().agent;
        if (due > 0) claim(Role.Agent, AGENT);
        claimEq(coin.balanceOf(AGENT) - before, due, "agent");
        if (shares().principal > 0) claim(Role.Principal, PRINCIPAL);
        if (shares().platform > 0) claim(Role.Platform, PLATFORM);
        claimEq(coin.balanceOf(address(escrow)), 0, "nothing is left");
    }

    function test_a_token_without_return_values_works(uint256 seed) public {
        draw(seed);
        SilentCoin coin = new SilentCoin();
        coin.mint(PRINCIPAL, terms.bounty + fees());
        coin.mint(AGENT, bonded);
        terms.token = address(coin);
        postTokens();
        take(AGENT, bondCall(AGENT));
        take(AGENT, abi.encodeCall(escrow.decline, (id, terms)));
        if (bonded > 0) {
            take(STRANGER, abi.encodeCall(escrow.reclaimBond, (id, terms, AGENT, AGENT)));
        }
        claimEq(coin.balanceOf(AGENT), bonded, "agent");
    }

    function test_by_intent_the_tokens_come_from_the_signer(uint256 seed) public {
        Coin coin = new Coin();
        endow(seed, coin);
        Intent memory intent =
            Intent(PRINCIPAL, 0, NEVER, abi.encodeCall(escrow.post, (contractId, terms)));
        bytes memory signature = sign(PRINCIPAL_KEY, intentDigest(intent));
        uint256 before = coin.balanceOf(PRINCIPAL);
        take(STRANGER, abi.encodeCall(escrow.relay, (intent, signature)));
        claimEq(before - coin.balanceOf(PRINCIPAL), terms.bounty + fees(), "principal");
    }

    function test_reverts_when_native_coin_comes_with_tokens(uint256 seed) public {
        endow(seed, new Coin());
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        refuseWith(PRINCIPAL, 1, call, abi.encodeWithSelector(WrongValue.selector, 0, 1));
    }

    function test_reverts_when_the_token_charges_a_fee(uint256 seed) public {
        GreedyCoin coin = new GreedyCoin();
        endow(seed, coin);
        terms.bounty += 1_000;
        uint256 due = terms.bounty + fees();
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        bytes memory why = abi.encodeWithSelector(
            WrongAmountArrived.selector, address(coin), due, due - due / 100
        );
        refuse(PRINCIPAL, call, why);
    }

    function test_reverts_when_the_token_returns_false(uint256 seed) public {
        PoliteCoin coin = new PoliteCoin();
        endow(seed, coin);
        bytes memory call = abi.encodeCall(escrow.post, (contractId, terms));
        bytes memory why =
            abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(coin));
        refuse(PRINCIPAL, call, why);
    }

    function test_reverts_when_there_is_no_token(uint256 seed, address token) public {
        draw(seed);
        vm.assume(token.code.length == 0 && uint160(token) > 0xffff);
        terms.token = token;
        vm.prank(PRINCIPAL);
        (bool isTaken,) = address(escrow).call(abi.encodeCall(escrow.post, (contractId, terms)));
        claimTrue(!isTaken, "refused");
    }

    function test_a_nested_deposit_is_not_counted_twice(uint256 seed) public {
        NestingCoin coin = new NestingCoin();
        endow(seed, coin);
        Puppet inner = new Puppet();
        coin.mint(address(inner), 2 ** 127);
        inner.approve(coin, address(escrow));
        terms.principal = address(inner);
        bytes memory call =
            inner.wrap(address(escrow), abi.encodeCall(escrow.post, (contractId, terms)));
        coin.nest(address(inner), call);
        terms.principal = PRINCIPAL;
        bytes memory outer = abi.encodeCall(escrow.post, (contractId, terms));
        bytes memory why =
            abi.encodeWithSelector(ReentrancyGuard.ReentrancyGuardReentrantCall.selector);
        refuse(PRINCIPAL, outer, why);
    }

    function endow(uint256 seed, Coin coin) private {
        draw(seed);
        coin.mint(PRINCIPAL, 2 ** 127);
        coin.mint(AGENT, 2 ** 127);
        vm.prank(PRINCIPAL);
        coin.approve(address(escrow), type(uint256).max);
        vm.prank(AGENT);
        coin.approve(address(escrow), type(uint256).max);
        terms.token = address(coin);
    }

    function postTokens() private {
        id = escrow.idOf(PRINCIPAL, contractId);
        take(PRINCIPAL, abi.encodeCall(escrow.post, (contractId, terms)));
    }
}

/// @dev Makes the calls that it is given.
contract Puppet {
    function approve(Coin coin, address spender) external {
        coin.approve(spender, type(uint256).max);
    }

    function wrap(address target, bytes calldata call) external view returns (bytes memory) {
        return abi.encodeCall(this.run, (target, call));
    }

    function run(address target, bytes calldata call) external {
        (bool isTaken, bytes memory why) = target.call(call);
        if (isTaken) return;
        assembly {
            revert(add(why, 32), mload(why))
        }
    }
}
