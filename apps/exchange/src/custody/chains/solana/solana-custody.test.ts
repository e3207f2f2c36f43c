import { SolanaPublicKeys, SolanaPrivateKeys, solanaPrograms, tokenAccountOf } from '@fft/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  confirmations,
  openTestSolanaCustody,
  solanaUsdt,
  type TestSolanaCustody,
} from '../../../../testing/test-solana-custody.ts';
import { tokenData } from '../../../../../demo/src/chain/solana/solana-bank.ts';
import type { WithdrawalRow } from '../../../funds/withdrawals/index.ts';

const usdt = 1_000_000;
/** The ledger has eight decimals of SOL, the chain nine. */
const sol = 100_000_000;
const lamports = 1_000_000_000n;
const outside = new SolanaPublicKeys(new SolanaPrivateKeys(new Uint8Array(32).fill(44)).xpub);
let outsiders = 0;
const newOutsider = (): string => outside.addressOf({ branch: 0, index: ++outsiders });
let at: TestSolanaCustody;
/** A customer with 1,000 USDT and 10 SOL, deposited over the chain. */
let customer: number;
let wallet: string;

beforeAll(async () => {
  at = await openTestSolanaCustody();
  const made = await at.newAddress();
  [customer, wallet] = [made.customer, made.address];
  at.bank.pay(solanaUsdt, wallet, BigInt(1_000 * usdt));
  at.bank.pay(null, wallet, 10n * lamports);
  await at.advance(confirmations * 4);
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
  at.losesAll = false;
});

const approve = (amount: number, address: string, coin = 'USDT', fee = 0): Promise<WithdrawalRow> =>
  at.approved({ customer, coin, chain: 'SOL', address, amount, fee });
const state = async ({ id }: WithdrawalRow): Promise<string> => (await at.withdrawal(id)).state;
const attempts = ({ id }: WithdrawalRow) =>
  at.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'id')
    .select(['txid', 'cost', 'fee', 'valid_until'])
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .execute();
const held = (coin = 'USDT', of = customer): number => at.held(of, coin).available;

describe('withdrawals', () => {
  test('a token’s withdrawal opens the recipient’s account, is completed, and the amount without the fee arrives', async () => {
    const [before, to] = [held(), newOutsider()];
    const row = await approve(40 * usdt, to, 'USDT', usdt);
    await at.custody.tick();
    expect(await state(row)).toBe('sent');
    await at.advance(confirmations - 1);
    expect(await at.withdrawal(row.id)).toMatchObject({ state: 'sent', confirmations: confirmations - 1 });
    await at.advance();
    expect(await state(row)).toBe('done');
    expect(await at.balance(to, solanaUsdt)).toBe(BigInt(39 * usdt));
    expect(held()).toBe(before - 40 * usdt);
    const [made] = await attempts(row);
    // One signature, a price near nothing, and the rent of the account.
    expect(Number(made?.cost)).toBeGreaterThanOrEqual(5_000 + 2_039_280);
    expect(Number(made?.cost)).toBeLessThanOrEqual(Number(made?.fee));
    expect(at.alarms).toEqual([]);
  });

  test('a second payment to the same wallet opens nothing and costs a signature', async () => {
    const to = newOutsider();
    const first = await approve(2 * usdt, to);
    await at.custody.tick();
    await at.advance(confirmations);
    const rows = [await approve(2 * usdt, to), await approve(2 * usdt, to)];
    await at.custody.tick();
    await at.advance(confirmations);
    expect(await Promise.all([first, ...rows].map(state))).toEqual(['done', 'done', 'done']);
    expect(await at.balance(to, solanaUsdt)).toBe(BigInt(6 * usdt));
    const made = await Promise.all(rows.map(attempts));
    // Equal payments from one blockhash are two transactions.
    expect(new Set(made.flat().map(({ txid }) => txid)).size).toBe(2);
    for (const { cost } of made.flat()) expect(Number(cost)).toBeLessThan(10_000);
  });

  test('SOL is paid, and its cost is the fee alone', async () => {
    const to = newOutsider();
    const row = await approve(sol, to, 'SOL');
    await at.custody.tick();
    await at.advance(confirmations);
    expect(await state(row)).toBe('done');
    expect(await at.balance(to, null)).toBe(lamports);
    expect(Number((await attempts(row))[0]?.cost)).toBeLessThan(10_000);
  });

  test.each([
    [
      'an account of a program',
      () => {
        const address = newOutsider();
        at.chain.put({ address, data: Buffer.alloc(8), program: solanaPrograms.token });
        return address;
      },
      'not a wallet',
    ],
    ['a token account', () => tokenAccountOf(wallet, solanaUsdt), 'addressUnusable'],
    ['the hot wallet', () => at.custody.hot, 'addressOfHouse'],
    ['the token itself', () => solanaUsdt, 'addressUnusable'],
  ])('nothing is paid to %s', async (_, addressOf, reason) => {
    const row = await approve(2 * usdt, addressOf());
    await at.custody.tick();
    expect(await state(row)).toBe('approved');
    expect(at.alarms.join()).toContain(reason);
    expect(await attempts(row)).toEqual([]);
    await at.processor.move(row.id, 'rejected');
  });

  test('less SOL than a new wallet must hold is not paid', async () => {
    const row = await approve(80_000, newOutsider(), 'SOL');
    await at.custody.tick();
    expect(await state(row)).toBe('approved');
    expect(at.alarms.join()).toContain('a new wallet must hold');
    await at.processor.move(row.id, 'rejected');
  });

  test('a withdrawal that fails on the chain is returned once that has enough confirmations', async () => {
    const [before, to] = [held(), newOutsider()];
    // Its owner has frozen the account.
    const data = tokenData({ mint: solanaUsdt, owner: to, amount: 0n });
    data[108] = 2;
    at.chain.put({ address: tokenAccountOf(to, solanaUsdt), data, program: solanaPrograms.token });
    const row = await approve(30 * usdt, to);
    await at.custody.tick();
    await at.advance(confirmations - 1);
    expect(await state(row)).toBe('sent');
    await at.advance();
    expect(await state(row)).toBe('failed');
    expect([held(), await at.balance(to, solanaUsdt)]).toEqual([before, 0n]);
  });

  test('a lost withdrawal is signed again only after its blockhash has expired in blocks that were read', async () => {
    const to = newOutsider();
    at.losesAll = true;
    const row = await approve(20 * usdt, to);
    await at.custody.tick();
    await at.passTime(200_000);
    // Time alone proves nothing.
    await at.advance(3);
    expect(await attempts(row)).toHaveLength(1);
    at.losesAll = false;
    await at.expire();
    await at.advance(confirmations + 1);
    expect(await attempts(row)).toHaveLength(2);
    expect(await state(row)).toBe('done');
    expect(await at.balance(to, solanaUsdt)).toBe(BigInt(20 * usdt));
  });

  test('a stored height that says that a transaction has expired does not make another while the chain accepts it', async () => {
    const to = newOutsider();
    at.losesAll = true;
    const row = await approve(20 * usdt, to);
    await at.custody.tick();
    const [first] = await attempts(row);
    await at.database.db
      .updateTable('chain_attempts')
      .set({ valid_until: 0 })
      .where('txid', '=', first?.txid ?? '')
      .execute();
    await at.passTime(200_000);
    await at.advance(3);
    expect(await attempts(row)).toHaveLength(1);
    at.losesAll = false;
    await at.passTime(11_000);
    await at.custody.tick();
    await at.advance(confirmations);
    expect(await state(row)).toBe('done');
    expect(await at.balance(to, solanaUsdt)).toBe(BigInt(20 * usdt));
  });

  test('a withdrawal that never lands is returned once none of its transactions can land any more', async () => {
    const [before, to] = [held(), newOutsider()];
    at.losesAll = true;
    const row = await approve(20 * usdt, to);
    await at.custody.tick();
    for (let end = 2; end <= 3; end += 1) {
      await at.passTime(200_000);
      await at.expire();
      expect([await state(row), (await attempts(row)).length, held()]).toEqual(['sent', end, before - 20 * usdt]);
    }
    await at.passTime(200_000);
    await at.expire();
    expect(await state(row)).toBe('failed');
    expect([held(), await at.balance(to, solanaUsdt)]).toEqual([before, 0n]);
  });
});

test('the money held covers the money owed, after all of this', async () => {
  // The first customers' money came over the chain, less what was paid out.
  const lines = await at.custody.checkSolvency();
  expect(lines.map(({ coin }) => coin).toSorted()).toEqual(['SOL', 'USDC', 'USDT']);
  expect(at.custody.isShort).toBe(false);
});

test.each([
  ['of another program', { program: solanaPrograms.token2022 }, 'no token of Solana'],
  ['of other decimals', { decimals: 9 }, 'has 9 decimals'],
])('a token %s than the listing says is not followed', async (_, made, reason) => {
  const mint = newOutsider();
  at.bank.createToken(mint, made);
  await expect(at.restart({ contracts: { USDT: mint } })).rejects.toThrow(reason);
  await at.restart();
});
