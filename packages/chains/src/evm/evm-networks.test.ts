import { expect, test } from 'vitest';
import { isEvmChain, isOwnEvmChain, mainChainId } from './evm-networks.ts';

test('a name with a chain id is that of a network which the code does not know', () => {
  expect(['EVM10', 'EVM59144', 'EVM11155111'].map((name) => isOwnEvmChain(name))).toEqual([true, true, true]);
  expect(mainChainId('EVM59144')).toBe(59_144);
  expect(mainChainId('BASE')).toBe(8_453);
});

test.each(['EVM1', 'EVM56', 'EVM137', 'EVM8453', 'EVM42161'])(
  '%s would be a known network under a second name',
  (name) => {
    expect(isEvmChain(name)).toBe(false);
  },
);

test.each(['EVM', 'EVM0', 'EVM010', 'EVM1e3', 'evm10', 'EVM-1', 'EVM12345678901', 'EVM10 ', 'toString'])(
  '%s is no name',
  (name) => {
    expect(isEvmChain(name)).toBe(false);
  },
);
