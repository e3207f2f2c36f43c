import { expect, test } from 'vitest';
import type { OwnEvmNetwork } from '@fft/chains';
import { allNetworks, chainName, findNetwork, isOn, secondsUntilFinal } from './networks.ts';

const none = { all: [], networks: [] };

test('a token’s listed contract holds on the main network alone; elsewhere settings name one', () => {
  const [token, ether] = [findNetwork(none, 'USDC', 'ETH'), findNetwork(none, 'ETH', 'ETH')];
  if (!token || !ether) throw new Error('not listed');
  const contracts = { USDC: '0x00000000000000000000000000000000000c0ffe' };
  expect(isOn(token, { network: '1', contracts: {} })).toBe(true);
  expect(isOn(token, { network: '11155111', contracts: {} })).toBe(false);
  expect(isOn(token, { network: '11155111', contracts })).toBe(true);
  expect(isOn(ether, { network: '11155111', contracts: {} })).toBe(true);
});

const contract = `0x${'ab'.repeat(20)}`;
const terms = { fee: '0.3', min: '5', max: '500', minDeposit: '1' };
const linea: OwnEvmNetwork = {
  chain: 'EVM59144',
  chainId: 59_144,
  title: 'Linea',
  own: 'ETH',
  blockSeconds: 2,
  confirmations: 30,
  finality: 'finalized',
  markedAfterSeconds: { safe: 100, finalized: 100 },
  dataFee: 'none',
  maxGwei: 50,
  minTip: 0n,
  coins: [
    { coin: 'USDT', contract, chainDecimals: 6, ...terms },
    { coin: 'ETH', contract: null, chainDecimals: 18, ...terms },
  ],
};

test('a network that settings describe has its title, its times, and the coins that they name', () => {
  const own = { all: [], networks: [linea] };
  expect([chainName(own, 'EVM59144', 'zh'), chainName(none, 'EVM59144', 'en')]).toEqual(['Linea', 'EVM59144']);
  const depth = { chain: 'EVM59144', confirmations: 30 } as const;
  expect(secondsUntilFinal(own, { ...depth, finality: 'depth' })).toBe(60);
  expect(secondsUntilFinal(own, { ...depth, finality: 'finalized' })).toBe(100);
  const [dollar, ether] = [findNetwork(own, 'USDT', 'EVM59144'), findNetwork(own, 'ETH', 'EVM59144')];
  if (!dollar || !ether) throw new Error('not listed');
  expect([dollar.precision, ether.precision]).toEqual([6, 8]);
  // It exists once custody has opened it with that contract.
  expect(isOn(dollar, { network: '59144', contracts: {} })).toBe(false);
  expect(isOn(dollar, { network: '59144', contracts: { USDT: contract } })).toBe(true);
  expect(isOn(ether, { network: '59144', contracts: {} })).toBe(true);
  expect(findNetwork(none, 'USDT', 'EVM59144')).toBeNull();
});

test('a coin that is unknown, or has amounts that the ledger can’t keep, is left out', () => {
  const coin = { coin: 'USDT', contract, chainDecimals: 6, ...terms };
  const wrong = [
    { ...coin, coin: 'NONE' },
    { ...coin, coin: 'CNY' },
    { ...coin, fee: '0.0000001' },
    { ...coin, chainDecimals: 2 },
  ];
  for (const one of wrong) {
    const own = { all: [], networks: [{ ...linea, coins: [one] }] };
    expect(findNetwork(own, one.coin, 'EVM59144')).toBeNull();
  }
});

test('operators list further tokens on it, and the settings come first', () => {
  const listed = { coin: 'USDC', chain: 'EVM59144', contract, chainDecimals: 6, ledgerDecimals: 6, ...terms };
  const all = [listed, { ...listed, coin: 'USDT', fee: '4' }];
  const found = allNetworks({ all, networks: [linea] }).filter(({ chain }) => chain === 'EVM59144');
  expect(found.map(({ coin, fee }) => `${coin} ${fee}`)).toEqual(['USDT 0.3', 'ETH 0.3', 'USDC 0.3']);
});
