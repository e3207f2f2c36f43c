import { encodeMessage, SolanaPrivateKeys, SolanaPublicKeys, solanaPrograms, tokenAccountOf } from '@fft/chains';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  confirmations,
  openTestSolanaCustody,
  solanaUsdt,
  type TestSolanaCustody,
} from '../../../../testing/test-solana-custody.ts';
import { tokenData } from '../../../../../demo/src/chain/solana/solana-bank.ts';

const usdt = 1_000_000;
/** The ledger has eight decimals of SOL, the chain nine. */
const sol = 100_000_000;
const lamports = 1_000_000_000n;
const outside = new SolanaPublicKeys(new SolanaPrivateKeys(new Uint8Array(32).fill(44)).xpub);
let outsiders = 0;
const newOutsider = (): string => outside.addressOf({ branch: 0, index: ++outsiders });
let at: TestSolanaCustody;

beforeAll(async () => {
  at = await openTestSolanaCustody();
});
afterAll(() => at.close());
beforeEach(() => {
  at.alarms.length = 0;
  at.finalAfter = 0;
});

const held = (coin: string, of: number): number => at.held(of, coin).available;
const states = async (of: number) => (await at.deposits(of)).map((row) => row.state);
const transfer = (to: string, amount: bigint) => {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(2);
  data.writeBigUInt64LE(amount, 4);
  const accounts = [
    { address: at.bank.address, isSigner: true, isWritable: true },
    { address: to, isSigner: false, isWritable: true },
  ];
  return { program: solanaPrograms.system, accounts, data };
};

test('a token’s deposit is seen, gains confirmations, is credited once, and is swept at the hot wallet’s cost', async () => {
  const made = await at.newAddress();
  const before = await at.balance(at.custody.hot, solanaUsdt);
  at.bank.pay(solanaUsdt, made.address, BigInt(25 * usdt));
  await at.advance();
  expect(await states(made.customer)).toEqual(['seen']);
  await at.advance(confirmations - 2);
  expect(held('USDT', made.customer)).toBe(0);
  await at.advance();
  expect(await states(made.customer)).toEqual(['credited']);
  expect(held('USDT', made.customer)).toBe(25 * usdt);
  await at.advance(confirmations + 2);
  expect(await at.balance(made.address, solanaUsdt)).toBe(0n);
  expect(await at.balance(at.custody.hot, solanaUsdt)).toBe(before + BigInt(25 * usdt));
  expect(await at.balance(made.address, null)).toBe(0n);
  expect((await at.deposits(made.customer)).map(({ swept }) => swept)).toEqual([true]);
  expect(at.alarms).toEqual([]);
});

test('SOL is credited and swept whole', async () => {
  const made = await at.newAddress();
  at.bank.pay(null, made.address, 2n * lamports);
  await at.advance(confirmations * 3);
  expect(held('SOL', made.customer)).toBe(2 * sol);
  expect(await at.balance(made.address, null)).toBe(0n);
  expect(at.alarms).toEqual([]);
});

test('a sweep of SOL leaves what a wallet must hold where a trifle would be left', async () => {
  const made = await at.newAddress();
  // Below the smallest deposit: not credited, and stays.
  at.bank.pay(null, made.address, 2n * lamports);
  at.bank.pay(null, made.address, 500_000n);
  await at.advance(confirmations * 3);
  expect(await states(made.customer)).toEqual(['credited', 'small']);
  expect(held('SOL', made.customer)).toBe(2 * sol);
  expect(await at.balance(made.address, null)).toBe(890_880n);
  expect((await at.deposits(made.customer)).map(({ swept }) => swept)).toEqual([true, false]);
});

test('several payments to one wallet in one transaction are credited once, with their sum', async () => {
  const [one, other] = [await at.newAddress(), await at.newAddress()];
  at.bank.run([
    transfer(one.address, lamports),
    transfer(other.address, 3n * lamports),
    transfer(one.address, 2n * lamports),
  ]);
  await at.advance(confirmations);
  expect([held('SOL', one.customer), held('SOL', other.customer)]).toEqual([3 * sol, 3 * sol]);
  expect(await states(one.customer)).toEqual(['credited']);
});

test('what a program moves inside a transaction is credited', async () => {
  const made = await at.newAddress();
  // Closing an account of a token pays its rent to any wallet, without a transfer of its own.
  const account = newOutsider();
  at.chain.put({
    address: account,
    data: tokenData({ mint: solanaUsdt, owner: at.bank.address, amount: 0n }),
    program: solanaPrograms.token,
    lamports: 52_039_280n,
  });
  at.bank.run([
    {
      program: solanaPrograms.token,
      accounts: [
        { address: account, isSigner: false, isWritable: true },
        { address: made.address, isSigner: false, isWritable: true },
        { address: at.bank.address, isSigner: true, isWritable: false },
      ],
      data: Uint8Array.of(9),
    },
  ]);
  await at.advance(confirmations);
  expect(held('SOL', made.customer)).toBe(5_203_928);
});

test('a failed transaction brings nothing', async () => {
  const made = await at.newAddress();
  at.bank.run([transfer(made.address, lamports), transfer(made.address, 10n ** 18n)]);
  await at.advance(confirmations);
  expect(at.chain.blocks.some(({ transactions }) => transactions.some(({ err }) => err !== null))).toBe(true);
  expect(await at.deposits(made.customer)).toEqual([]);
});

test('counterfeit tokens and tokens of Token-2022 are no deposits', async () => {
  const made = await at.newAddress();
  const [fake, fees] = [newOutsider(), newOutsider()];
  at.bank.createToken(fake);
  at.bank.pay(fake, made.address, BigInt(25 * usdt));
  // The listed mint in an account of the other program, as only a lying node shows.
  at.chain.put({
    address: fees,
    data: tokenData({ mint: solanaUsdt, owner: made.address, amount: 9n }),
    program: solanaPrograms.token2022,
  });
  at.bank.run([transfer(fees, lamports)]);
  await at.advance(confirmations);
  expect(await at.deposits(made.customer)).toEqual([]);
});

test('a second account of a listed token is not credited, as sweeps do not collect there', async () => {
  const made = await at.newAddress();
  const account = newOutsider();
  at.chain.put({
    address: account,
    data: tokenData({ mint: solanaUsdt, owner: made.address, amount: 0n }),
    program: solanaPrograms.token,
  });
  at.bank.run([
    {
      program: solanaPrograms.token,
      accounts: [
        { address: tokenAccountOf(at.bank.address, solanaUsdt), isSigner: false, isWritable: true },
        { address: account, isSigner: false, isWritable: true },
        { address: at.bank.address, isSigner: true, isWritable: false },
      ],
      data: Uint8Array.of(3, 64, 120, 125, 1, 0, 0, 0, 0),
    },
  ]);
  await at.advance(confirmations);
  expect(await at.balance(at.bank.address, solanaUsdt)).toBeGreaterThan(0n);
  expect(await at.deposits(made.customer)).toEqual([]);
});

test('blocks that are not final yet, and skipped slots, are read right', async () => {
  const made = await at.newAddress();
  at.finalAfter = 4;
  at.bank.pay(null, made.address, lamports);
  await at.advance(4);
  expect(await at.deposits(made.customer)).toEqual([]);
  at.chain.mine(3);
  at.chain.mine(0);
  at.chain.mine(7);
  at.finalAfter = 0;
  await at.advance(1);
  expect(held('SOL', made.customer)).toBe(sol);
  const { height } = await at.database.db
    .selectFrom('chain_blocks')
    .select(({ fn }) => fn.max('height').as('height'))
    .executeTakeFirstOrThrow();
  expect(height).toBe(at.chain.tip.slot);
});

test('a signed transaction that is sent again changes nothing', async () => {
  const made = await at.newAddress();
  const instructions = [transfer(made.address, lamports)];
  const message = { feePayer: at.bank.address, blockhash: at.chain.tip.blockhash, instructions };
  expect(encodeMessage(message).length).toBeLessThan(1_232);
  at.bank.run(instructions);
  at.bank.run(instructions);
  await at.advance(confirmations);
  expect(held('SOL', made.customer)).toBe(sol);
});

test('a deposit to an address that an opening made known, and did not end, is credited', async () => {
  const { db } = at.database;
  for (const table of ['custody_chains', 'chain_blocks'] as const) await db.deleteFrom(table).execute();
  const wrong = { contracts: { USDC: at.custody.hot } };
  await expect(at.restart(wrong)).rejects.toThrow('is no token');
  const made = await at.newAddress();
  at.bank.pay(null, made.address, lamports);
  at.chain.mine();
  await at.restart();
  await at.advance(confirmations);
  expect(held('SOL', made.customer)).toBe(sol);
});
