import { expect, test } from 'vitest';
import { findNetwork, isOn } from './networks.ts';

const none = { all: [] };

test('a token’s listed contract holds on the main network alone; elsewhere settings name one', () => {
  const [token, ether] = [findNetwork(none, 'USDC', 'ETH'), findNetwork(none, 'ETH', 'ETH')];
  if (!token || !ether) throw new Error('not listed');
  const contracts = { USDC: '0x00000000000000000000000000000000000c0ffe' };
  expect(isOn(token, { network: '1', contracts: {} })).toBe(true);
  expect(isOn(token, { network: '11155111', contracts: {} })).toBe(false);
  expect(isOn(token, { network: '11155111', contracts })).toBe(true);
  expect(isOn(ether, { network: '11155111', contracts: {} })).toBe(true);
});
