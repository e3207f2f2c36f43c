import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../../testing/faults/lying-node.ts';
import { openTestNetworks, type TestNetworks } from '../../../../testing/test-networks.ts';
import { EvmChain } from './evm-chain.ts';
import { GasCosts } from './gas-costs.ts';

let at: TestNetworks;
let node: LyingNode;
beforeAll(async () => {
  at = await openTestNetworks();
  node = await openLyingNode(at.eth.chain.rpcUrl);
});
afterAll(async () => {
  await node.close();
  await at.close();
});

const gwei = 10n ** 9n;
const costs = (dataFee: 'none' | 'optimism' | 'arbitrum') =>
  new GasCosts({ chain: new EvmChain(node.url), dataFee, hot: at.eth.chain.bank.address });

test('gas alone is charged on Ethereum', async () => {
  expect(await costs('none').costOf('own', gwei)).toBe(21_000n * gwei);
  expect(await costs('none').costOf('token', gwei)).toBe(100_000n * gwei);
});

test('what a network charges for data is part of a payment’s cost', async () => {
  // A contract in the oracle's place, which answers with a constant.
  const fee = 123_456_789n;
  const word = fee.toString(16).padStart(64, '0');
  await at.eth.node.setCode({
    address: '0x420000000000000000000000000000000000000F',
    bytecode: `0x7f${word}60005260206000f3`,
  });
  expect(await costs('optimism').costOf('own', gwei)).toBe(21_000n * gwei + fee);
  expect(await costs('optimism').costOf('token', gwei)).toBe(100_000n * gwei + fee);
  node.lies.set('eth_getTransactionReceipt', (receipt: object) => ({ ...receipt, l1Fee: '0x64' }));
  const hash = await at.eth.chain.bank.send(null, at.eth.chain.bank.address, 1n);
  await at.eth.node.mine({ blocks: 1 });
  const { gasUsed, effectiveGasPrice } = await at.eth.node.getTransactionReceipt({ hash });
  expect((await new EvmChain(node.url).receipt(hash))?.cost).toBe(gasUsed * effectiveGasPrice + 100n);
  node.lies.clear();
  expect((await new EvmChain(node.url).receipt(hash))?.cost).toBe(gasUsed * effectiveGasPrice);
});

test('where data counts as gas, limits follow what the network takes for a plain payment', async () => {
  expect(await costs('arbitrum').limits()).toEqual({ own: 21_000n, token: 100_000n });
  node.lies.set('eth_estimateGas', () => `0x${(121_000).toString(16)}`);
  expect(await costs('arbitrum').limits()).toEqual({ own: 221_000n, token: 500_000n });
});
