import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { SolanaNode } from './solana-node.ts';

type Answer = (...params: readonly never[]) => object;

const answers = new Map<string, Answer>();
let server: Server;
let node: SolanaNode;

beforeAll(async () => {
  server = createServer((request, response) => {
    void json(request).then((body) => {
      const { method, params = [] } = body as { method: string; params?: never[] };
      const answer = answers.get(method)?.(...params) ?? failed(-32_601);
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...answer }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  node = new SolanaNode(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
afterAll(async () => {
  server.close();
  await once(server, 'close');
});
beforeEach(() => answers.clear());

const failed = (code: number): object => ({ error: { code, message: 'the node’s words' } });
const header = (parentSlot: number, blockHeight = parentSlot) => ({
  result: {
    blockhash: `hash${parentSlot + 1}`.replaceAll('0', 'z'),
    previousBlockhash: 'before',
    parentSlot,
    blockHeight,
  },
});

test('a slot with a block has its hash and the block before it as parent', async () => {
  answers.set('getBlock', () => header(6));
  expect(await node.slot(7)).toMatchObject({ height: 7, hash: 'hash7', parent: 'before', isSkipped: false });
});

test('skipped slots are named by the block before them, and follow each other', async () => {
  answers.set('getBlock', (slot: number) => (slot === 9 ? header(6, 5) : failed(-32_007)));
  answers.set('getBlocksWithLimit', () => ({ result: [9] }));
  const found = await Promise.all([7, 8, 9].map((slot) => node.slot(slot)));
  expect(found.map((one) => [one?.hash, one?.parent, one?.blockHeight])).toEqual([
    ['before+1', 'before', 4],
    ['before+2', 'before+1', 4],
    ['hash7', 'before+2', 5],
  ]);
});

test.each([
  ['not final yet', -32_004],
  ['without a status yet', -32_014],
])('a slot that is %s is not there', async (_, code) => {
  answers.set('getBlock', () => failed(code));
  expect(await node.slot(7)).toBeNull();
});

test('a skipped slot without a block after it is not known yet', async () => {
  answers.set('getBlock', () => failed(-32_007));
  answers.set('getBlocksWithLimit', () => ({ result: [] }));
  expect(await node.slot(7)).toBeNull();
});

test.each([
  ['lists the slot’s own block', [7], 6],
  ['has a later block on top of it', [8], 7],
])('a node that calls a slot skipped and %s is not believed', async (_, listed, parentSlot) => {
  let asked = 0;
  answers.set('getBlock', () => (asked++ === 0 ? failed(-32_007) : header(parentSlot)));
  answers.set('getBlocksWithLimit', () => ({ result: listed }));
  await expect(node.slot(7)).rejects.toThrow('lacks the block of slot 7');
});

test('a node that has deleted old blocks stops the reading', async () => {
  answers.set('getBlock', () => failed(-32_001));
  await expect(node.slot(7)).rejects.toThrow('the node’s words (-32001)');
});

test('an account of a token that is not there holds nothing, and other errors are errors', async () => {
  const wallet = '7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE';
  answers.set('getTokenAccountBalance', () => failed(-32_602));
  expect(await node.balance(wallet, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe(0n);
  answers.set('getTokenAccountBalance', () => failed(-32_005));
  await expect(node.balance(wallet, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).rejects.toThrow('-32005');
});

test.each([
  ['a negative balance', { value: -1 }],
  ['a balance that a number cannot hold', { value: 2 ** 60 }],
  ['a text', { value: 'much' }],
])('%s is refused', async (_, result) => {
  answers.set('getBalance', () => ({ result }));
  await expect(node.balance('7VHUFJHWu2CuExkJcJrzhQPJ2oygupTWkL2A2For4BmE', null)).rejects.toThrow('value');
});
