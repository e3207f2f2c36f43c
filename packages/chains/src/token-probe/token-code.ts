import { getAddress, keccak256, toFunctionSelector, toHex, type Address, type Hex } from 'viem';

/** What a token's code lets its owner do, apart from transfers. */
export type TokenPower = 'upgradeable' | 'canPause' | 'canBlock' | 'canCharge' | 'canRebase';

/** Functions by which well-known tokens do it. */
const functions: Readonly<Record<TokenPower, readonly string[]>> = {
  // Tether's own way to move to another contract.
  upgradeable: ['deprecate(address)', 'upgradeTo(address)', 'upgradeToAndCall(address,bytes)'],
  canPause: ['pause()', 'paused()', 'setPaused(bool)', 'enableTrading()'],
  canBlock: [
    'blacklist(address)',
    'isBlacklisted(address)',
    'addBlackList(address)',
    'isBlackListed(address)',
    'getBlackListStatus(address)',
    'addToBlockedList(address)',
    'isBlocked(address)',
    'freeze(address)',
    'isFrozen(address)',
    'setBots(address[])',
  ],
  canCharge: [
    'basisPointsRate()',
    'setParams(uint256,uint256)',
    'setFee(uint256)',
    'setFees(uint256,uint256)',
    'setTaxFeePercent(uint256)',
    'excludeFromFee(address)',
    'excludeFromFees(address,bool)',
    'transferFeeRate()',
  ],
  canRebase: [
    'rebase(uint256,int256)',
    'rebase(uint256)',
    'scaledBalanceOf(address)',
    'scaledTotalSupply()',
    'sharesOf(address)',
    'getPooledEthByShares(uint256)',
    'gonsForBalance(uint256)',
    'rebaseOptIn()',
  ],
};
const powers = Object.keys(functions) as TokenPower[];
const selectors = Object.fromEntries(
  powers.map((power) => [power, functions[power].map((signature) => toFunctionSelector(`function ${signature}`))]),
) as Record<TokenPower, Hex[]>;

/** Returns what a contract's code can do beside transfers, by the functions that it knows. */
export function powersIn(code: Hex): TokenPower[] {
  // A contract compares what is called with each of its functions, pushed as four bytes.
  return powers.filter((power) => selectors[power].some((selector) => code.includes(`63${selector.slice(2)}`)));
}

/** Storage places that hold the address of the code behind a proxy. */
export const implementationSlots: readonly Hex[] = [
  // EIP-1967
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  // Before it: OpenZeppelin's, which USDC has.
  keccak256(toHex('org.zeppelinos.proxy.implementation')),
  // EIP-1822
  keccak256(toHex('PROXIABLE')),
];

/** Storage place of the contract that tells many proxies their code (EIP-1967). */
export const beaconSlot: Hex = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';

/** The contract to which a minimal proxy passes every call for ever (EIP-1167); null for other code. */
export function minimalProxyTarget(code: Hex): Address | null {
  const [, target] = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/.exec(code) ?? [];
  return target === undefined ? null : getAddress(`0x${target}`);
}
