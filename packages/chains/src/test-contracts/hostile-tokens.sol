// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// An ERC-20 token whose transfers inheritors change. Whoever deploys it has all of it.
contract PlainToken {
    string public name = "Test token";
    string public symbol;
    uint256 public totalSupply;
    mapping(address => uint256) internal held;

    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory symbol_, uint256 supply) {
        symbol = symbol_;
        totalSupply = supply;
        held[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function decimals() public view virtual returns (uint8) {
        return 6;
    }

    function balanceOf(address owner) public view virtual returns (uint256) {
        return held[owner];
    }

    function transfer(address to, uint256 value) external virtual returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) internal {
        held[from] -= value;
        held[to] += value;
        emit Transfer(from, to, value);
    }
}

/// Keeps a hundredth of every transfer, and reports the whole.
contract FeeToken is PlainToken {
    constructor() PlainToken("FEE", 1e18) {}

    function transfer(address to, uint256 value) external override returns (bool) {
        held[msg.sender] -= value;
        held[to] += value - value / 100;
        held[address(this)] += value / 100;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}

/// Balances are shares of a pool that grows.
contract ShareToken is PlainToken {
    constructor() PlainToken("SHARE", 1e18) {}

    function balanceOf(address owner) public view override returns (uint256) {
        return (held[owner] * 107) / 100;
    }
}

/// Balances grow with time.
contract GrowingToken is PlainToken {
    uint256 private immutable since = block.timestamp;

    constructor() PlainToken("GROW", 1e18) {}

    function balanceOf(address owner) public view override returns (uint256) {
        return held[owner] + (held[owner] * ((block.timestamp - since) / 1 days)) / 1000;
    }
}

/// Can refuse an address, and everyone.
contract BlockingToken is PlainToken {
    mapping(address => bool) public isBlackListed;
    bool public paused;

    constructor() PlainToken("BLOCK", 1e18) {}

    function addBlackList(address who) external {
        isBlackListed[who] = true;
    }

    function pause() external {
        paused = true;
    }

    function transfer(address to, uint256 value) external override returns (bool) {
        require(!paused && !isBlackListed[msg.sender] && !isBlackListed[to], "refused");
        move(msg.sender, to, value);
        return true;
    }
}

/// Answers other decimals from the second block on.
contract WaveringToken is PlainToken {
    uint256 private immutable made = block.number;

    constructor() PlainToken("WAVER", 1e18) {}

    function decimals() public view override returns (uint8) {
        return block.number > made + 100 ? 18 : 6;
    }
}

/// More decimals than amounts can have.
contract VastToken is PlainToken {
    constructor() PlainToken("VAST", 1e18) {}

    function decimals() public pure override returns (uint8) {
        return 77;
    }
}

/// Another token's code behind an address that can be changed (EIP-1967).
contract ProxyToken {
    bytes32 private constant slot = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    constructor(address implementation, address owner, uint256 supply) {
        bytes32 place = slot;
        bytes32 holding = keccak256(abi.encode(owner, uint256(3)));
        assembly {
            sstore(place, implementation)
            sstore(holding, supply)
        }
    }

    fallback() external {
        bytes32 place = slot;
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), sload(place), 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}
