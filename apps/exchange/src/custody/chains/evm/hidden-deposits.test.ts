import { encodeAbiParameters } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LyingNode } from '../../../../testing/faults/lying-node.ts';
import { confirmations, ether, type TestCustody } from '../../../../testing/test-custody.ts';
import { type CustodyOverLyingNodes, openCustodyOverLyingNodes } from '../../../../testing/two-lying-nodes.ts';

/** The first node hides or misstates what came in; the second one is honest. */
const usdt = 1_000_000;
const hiding = 'the second node has a deposit that the first node does not report';
let custody: CustodyOverLyingNodes;
let first: LyingNode;
let second: LyingNode;
let at: TestCustody;

beforeAll(async () => {
  custody = await openCustodyOverLyingNodes();
  ({ at, first, second } = custody);
});
afterAll(() => custody.close());
beforeEach(async () => {
  first.lies.clear();
  second.lies.clear();
  second.isAway = false;
  at.passTime(61_000);
  await at.advance(confirmations * 2);
  at.alarms.length = 0;
});

interface Log {
  readonly topics: readonly string[];
}
type Receipts = readonly { readonly logs: readonly Log[] }[];

const available = (customer: number, coin = 'USDT'): number => at.held(customer, coin).available;
const pay = (to: `0x${string}`, amount: number) => at.pay(at.chain.bank.usdt, to, BigInt(amount));
const isTo = ({ topics }: Log, address: string): boolean => topics.at(-1)?.endsWith(address.slice(2)) === true;
const scanned = async (): Promise<number> => {
  const rows = at.database.db.selectFrom('custody_chains').select('second_scanned').where('chain', '=', 'ETH');
  return (await rows.executeTakeFirstOrThrow()).second_scanned ?? -1;
};

/** The first node leaves out of its receipts what a token's log brought to an address. */
function hide(address: string): void {
  first.lies.set('eth_getBlockReceipts', (receipts: Receipts) =>
    receipts.map((one) => ({ ...one, logs: one.logs.filter((log) => !isTo(log, address)) })),
  );
}

test('a deposit whose log the first node hides raises an alarm, stops no other, and is credited once both report it', async () => {
  const [hidden, honest] = [await at.newAddress(), await at.newAddress()];
  hide(hidden.address);
  await pay(hidden.address, 5_000 * usdt);
  await at.advance();
  const height = Number(await at.node.getBlockNumber({ cacheTime: 0 }));
  await pay(honest.address, 4_000 * usdt);
  await at.advance(confirmations * 2);
  expect(await at.deposits(hidden.customer)).toEqual([]);
  expect(at.custody.doubt).toBe(hiding);
  expect(at.alarms.join()).toContain('secondNode.disagrees');
  expect(available(honest.customer)).toBe(4_000 * usdt);
  // The scan waits at the block, also for a process that starts again.
  expect(await scanned()).toBe(height - 1);
  await at.restart();
  await at.advance();
  expect([await scanned(), at.custody.doubt]).toEqual([height - 1, hiding]);
  first.lies.clear();
  await at.advance();
  expect(available(hidden.customer)).toBe(5_000 * usdt);
  expect(await at.deposits(hidden.customer)).toMatchObject([{ state: 'credited', height }]);
  expect(at.alarms.join()).toContain('deposit.wasHidden');
  await at.advance(2);
  expect(at.custody.doubt).toBe(null);
});

test('a deposit in a block whose transactions the first node hides is credited once both report it', async () => {
  const hidden = await at.newAddress();
  first.lies.set('eth_getBlockByNumber', (block: object | null) => block && { ...block, transactions: [] });
  first.lies.set('eth_getBlockReceipts', () => []);
  await at.pay(null, hidden.address, ether / 10n);
  await at.advance(confirmations * 2);
  expect(await at.deposits(hidden.customer)).toEqual([]);
  expect(at.custody.doubt).toBe(hiding);
  first.lies.clear();
  await at.advance();
  expect(await at.deposits(hidden.customer)).toMatchObject([{ state: 'credited', coin: 'ETH' }]);
  expect(available(hidden.customer, 'ETH')).toBeGreaterThan(0);
});

test('a deposit whose amount the first node lowers is credited in full, once both report it', async () => {
  const made = await at.newAddress();
  first.lies.set('eth_getBlockReceipts', (receipts: Receipts) =>
    receipts.map((one) => ({
      ...one,
      logs: one.logs.map((log) => {
        const data = encodeAbiParameters([{ type: 'uint256' }], [BigInt(1_000 * usdt)]);
        return isTo(log, made.address) ? { ...log, data } : log;
      }),
    })),
  );
  await pay(made.address, 3_000 * usdt);
  await at.advance(confirmations * 2);
  expect(await at.deposits(made.customer)).toMatchObject([{ state: 'seen', amount: 1_000 * usdt }]);
  expect(at.custody.doubt).not.toBe(null);
  first.lies.clear();
  await at.advance(2);
  expect(await at.deposits(made.customer)).toMatchObject([{ state: 'credited', amount: 3_000 * usdt }]);
  expect(available(made.customer)).toBe(3_000 * usdt);
});

test('a credited deposit that moves to another block, where the first node hides it, is not taken from its customer', async () => {
  const made = await at.newAddress();
  const before = await at.node.snapshot();
  const txid = await pay(made.address, 2_000 * usdt);
  const raw = await at.node.request({ method: 'eth_getRawTransactionByHash', params: [txid] } as never);
  await at.advance(confirmations);
  expect(available(made.customer)).toBe(2_000 * usdt);
  await at.node.revert({ id: before });
  await at.node.increaseTime({ seconds: 17 });
  hide(made.address);
  await at.mine();
  await at.node.sendRawTransaction({ serializedTransaction: raw });
  await at.mine(confirmations);
  await at.advance(confirmations * 4);
  expect(await at.deposits(made.customer)).toMatchObject([{ state: 'lost' }]);
  expect(at.held(made.customer, 'USDT')).toEqual({ available: 0, frozen: 2_000 * usdt });
  expect(at.custody.doubt).toBe(hiding);
  first.lies.clear();
  await at.advance(2);
  expect(await at.deposits(made.customer)).toMatchObject([{ state: 'credited' }]);
  expect(at.held(made.customer, 'USDT')).toEqual({ available: 2_000 * usdt, frozen: 0 });
});

test('blocks that came while the second node was away are scanned once it is back', async () => {
  const hidden = await at.newAddress();
  second.isAway = true;
  hide(hidden.address);
  await pay(hidden.address, 5_000 * usdt);
  await at.advance(30);
  expect(at.custody.doubt).toBe('the second node is away');
  first.lies.clear();
  second.isAway = false;
  at.passTime(31_000);
  await at.advance();
  expect(available(hidden.customer)).toBe(5_000 * usdt);
});

test('what the second node alone claims is not credited', async () => {
  const [made, other] = [await at.newAddress(), await at.newAddress()];
  const word = (address: string) => `0x${address.slice(2).padStart(64, '0')}`;
  const redirected = (log: Log) =>
    isTo(log, other.address) ? { ...log, topics: [...log.topics.slice(0, 2), word(made.address)] } : log;
  second.lies.set('eth_getLogs', (logs: readonly Log[]) => logs.map(redirected));
  second.lies.set('eth_getBlockReceipts', (receipts: Receipts) =>
    receipts.map((one) => ({ ...one, logs: one.logs.map(redirected) })),
  );
  await pay(other.address, 5_000 * usdt);
  await at.advance(confirmations * 2);
  expect([available(made.customer), available(other.customer)]).toEqual([0, 0]);
  expect(at.alarms.join()).toContain(hiding);
  second.lies.clear();
  await at.advance(2);
  expect(await at.deposits(made.customer)).toEqual([]);
  expect(available(other.customer)).toBe(5_000 * usdt);
  expect(at.custody.doubt).toBe(null);
});

test('a small deposit that was credited on the first node’s word, and went to another, is left to people with an alarm', async () => {
  const [thief, owner] = [await at.newAddress(), await at.newAddress()];
  const word = `0x${thief.address.slice(2).padStart(64, '0')}`;
  first.lies.set('eth_getBlockReceipts', (receipts: Receipts) =>
    receipts.map((one) => ({
      ...one,
      logs: one.logs.map((log) =>
        isTo(log, owner.address) ? { ...log, topics: [...log.topics.slice(0, 2), word] } : log,
      ),
    })),
  );
  second.isAway = true;
  await pay(owner.address, 100 * usdt);
  await at.advance(confirmations);
  expect([available(thief.customer), available(owner.customer)]).toEqual([100 * usdt, 0]);
  second.isAway = false;
  at.passTime(31_000);
  await at.advance();
  expect(at.alarms.join()).toContain('deposit.creditedOtherwise');
  expect([available(thief.customer), available(owner.customer)]).toEqual([100 * usdt, 0]);
});
