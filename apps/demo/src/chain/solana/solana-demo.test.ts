import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SolanaNode } from '../../../../exchange/src/custody/chains/solana/solana-node.ts';
import { openSolanaDemo, type SolanaDemo } from './solana-demo.ts';

const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const [hot, customer] = [
  '7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE',
  '2Lo9zKdVuWv1Tjtya8oHuYfMzdgGJRKVmpwhuVZmCkbf',
] as const;
let folder: string;
let demo: SolanaDemo;

/** Opens the demo's chain, whose mining job the test wakes by hand. */
async function open(): Promise<SolanaDemo> {
  const opened = await openSolanaDemo({ folder, blockSeconds: 3_600 });
  if (!opened) throw new Error('this platform has no VM');
  opened.job?.start();
  return opened;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-solana-demo-'));
  demo = await open();
});
afterAll(async () => {
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

/** Mines a block and returns a node client of the chain. */
async function nextBlock(): Promise<SolanaNode> {
  const node = new SolanaNode(demo.rpcUrl);
  const { height } = await node.head();
  demo.job?.wake();
  await expect.poll(async () => (await node.head()).height).toBeGreaterThan(height);
  return node;
}

test('the bank pays SOL and tokens, and the hot wallet is funded once', async () => {
  demo.fund(hot);
  await demo.bank.send(null, customer, 5_000_000_000n);
  await demo.bank.send(usdc, customer, 7_000_000n);
  const node = await nextBlock();
  expect([await node.balance(customer, null), await node.balance(customer, usdc)]).toEqual([
    5_000_000_000n,
    7_000_000n,
  ]);
  const funded = await node.balance(hot, null);
  expect(funded).toBe(500_000_000_000_000n);
  demo.fund(hot);
  await nextBlock();
  expect(await node.balance(hot, null)).toBe(funded);
});

test('blocks and coins are there after a restart', async () => {
  const before = await new SolanaNode(demo.rpcUrl).head();
  await demo.close();
  demo = await open();
  const node = new SolanaNode(demo.rpcUrl);
  expect((await node.slot(before.height))?.hash).toBe(before.hash);
  expect(await node.balance(customer, usdc)).toBe(7_000_000n);
  await demo.bank.send(null, customer, 1_000_000_000n);
  await nextBlock();
  expect(await node.balance(customer, null)).toBe(6_000_000_000n);
});
