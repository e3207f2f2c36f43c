import { SolanaPrivateKeys, SolanaPublicKeys } from '@fft/chains';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LyingNode, openLyingNode } from '../../../../testing/faults/lying-node.ts';
import {
  confirmations,
  openTestSolanaCustody,
  solanaUsdt,
  type TestSolanaCustody,
} from '../../../../testing/test-solana-custody.ts';

/** The first node lies; the second one is honest. */
const usdt = 1_000_000;
const outside = new SolanaPublicKeys(new SolanaPrivateKeys(new Uint8Array(32).fill(44)).xpub);
let outsiders = 0;
const newOutsider = (): string => outside.addressOf({ branch: 0, index: ++outsiders });
let first: LyingNode;
let at: TestSolanaCustody;
/** A customer with 1,000 USDT, deposited over the chain. */
let customer: number;

beforeAll(async () => {
  at = await openTestSolanaCustody(async (url) => {
    first = await openLyingNode(url);
    return first.url;
  });
  const made = await at.newAddress();
  customer = made.customer;
  at.bank.pay(solanaUsdt, made.address, BigInt(1_000 * usdt));
  await at.advance(confirmations * 4);
});
afterAll(async () => {
  await at.close();
  await first.close();
});
beforeEach(() => {
  first.lies.clear();
  first.isAway = false;
  at.losesAll = false;
  at.alarms.length = 0;
});

const approve = (amount: number, address: string) =>
  at.approved({ customer, coin: 'USDT', chain: 'SOL', address, amount });
const attempts = (withdrawal: number) =>
  at.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'id')
    .select(['txid', 'valid_until'])
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', withdrawal)
    .execute();

test('a withdrawal is paid once when the first node hides its landing and calls its blockhash expired', async () => {
  const to = newOutsider();
  const row = await approve(20 * usdt, to);
  first.lies.set('getLatestBlockhash', (found: { value: object }) => ({
    ...found,
    value: { ...found.value, lastValidBlockHeight: 0 },
  }));
  first.lies.set('isBlockhashValid', () => ({ value: false }));
  first.lies.set('getTransaction', () => null);
  first.lies.set(
    'getBlock',
    (block: { transactions?: object[] } | undefined) =>
      block && {
        ...block,
        ...(block.transactions && { transactions: [] }),
      },
  );
  await at.custody.tick();
  // The later end counts, which the honest node names.
  expect((await attempts(row.id))[0]?.valid_until).toBeGreaterThan(100);
  await at.passTime(200_000);
  await at.advance(3);
  await at.expire();
  await at.advance(2);
  expect(await attempts(row.id)).toHaveLength(1);
  expect(await at.balance(to, solanaUsdt)).toBe(BigInt(20 * usdt));
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent' });
});

test('nothing is signed with a blockhash that the second node does not have', async () => {
  first.lies.set('getLatestBlockhash', () => ({
    value: { blockhash: newOutsider(), lastValidBlockHeight: 1 },
  }));
  const row = await approve(20 * usdt, newOutsider());
  await at.custody.tick();
  expect(await attempts(row.id)).toEqual([]);
  expect(at.alarms.join()).toContain('agree on no blockhash');
  first.lies.clear();
  await at.advance(confirmations + 1);
  expect(await at.withdrawal(row.id)).toMatchObject({ state: 'done' });
});
