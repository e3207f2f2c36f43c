// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// An ERC-20 token for the demo's chain and for tests: whoever deploys it has all of it.
contract TestToken {
    string public name;
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(string memory name_, string memory symbol_, uint8 decimals_, uint256 supply) {
        name = name_;
        symbol = symbol_;
        decimals = decimals_;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Pays several addresses in one transaction, in the token and in the chain's own coin; and tries what tests want tried.
contract TestPayer {
    function payAll(TestToken token, address[] calldata to, uint256[] calldata values) external {
        for (uint256 i = 0; i < to.length; i++) token.transfer(to[i], values[i]);
    }

    /// The inner call moves tokens and then reverts; the transaction itself succeeds.
    function payInVain(TestToken token, address to, uint256 value) external {
        try this.payAndRevert(token, to, value) {} catch {}
    }

    function payAndRevert(TestToken token, address to, uint256 value) external {
        token.transfer(to, value);
        revert("in vain");
    }
}

/// Passes its caller's tokens on to several recipients, as the contract Disperse does.
contract TestDisperse {
    function disperseTokenSimple(TestToken token, address[] calldata recipients, uint256[] calldata values) external {
        for (uint256 i = 0; i < recipients.length; i++) {
            require(token.transferFrom(msg.sender, recipients[i], values[i]), "not passed on");
        }
    }
}

/// Says that it moved tokens and moves none; its transfer() answers false.
contract FakeToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    string public symbol = "USDT";
    uint8 public decimals = 18;

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function pretend(address from, address to, uint256 value) external {
        emit Transfer(from, to, value);
    }
}
