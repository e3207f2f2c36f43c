import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../testing/test-database.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { TokenList } from '../../ledger/listings/token-list.ts';
import { readChainDeposits, readChainPayment, readChainPayments } from './movements.ts';

test('a payment names the customer whose withdrawal it is; a sweep names none', async () => {
  const database = await createTestDatabase();
  const { pool, db } = database;
  await pool.query(
    `insert into customers (email, password_hash, lang, up_color, created) values ('anna@mail.example', '', 'en', 'green', 1)`,
  );
  await pool.query(
    `insert into withdrawals (customer, request_id, coin, chain, asset, address_id, address, memo, amount, fee, usdt_units, state, planned, time, updated, closed)
     select id, 'one', 'USDT', 'ETH', 0, 0, '0xa', '', 1000000, 0, 1000000, 'sent', 'approved', 1, 1, false from customers`,
  );
  const payment = (purpose: string, reference: string) =>
    pool.query(
      `insert into chain_payments (chain, coin, purpose, reference, branch, key_index, recipient, amount, state, time, updated)
       select 'ETH', 'USDT', '${purpose}', ${reference}, 0, 0, '0xa', '1000000', 'sent', 1, 1 from withdrawals`,
    );
  await payment('withdrawal', 'id');
  await payment('sweep', 'id');
  const { rows } = await pool.query<{ id: number }>('select id from customers');
  const found = await readChainPayments(db, { tokens: new TokenList() }, { before: Infinity, limit: 10 });
  expect(found.map(({ kind, customer, amount }) => [kind, customer, amount])).toEqual([
    ['sweep', null, '1.000000'],
    ['withdrawal', rows[0]?.id, '1.000000'],
  ]);
  await database.close();
});

test('a payment of a batch shows the one transaction, how many it pays, and its part of the cost', async () => {
  const database = await createTestDatabase();
  const { pool, db } = database;
  await pool.query(
    `insert into chain_payments (chain, coin, purpose, reference, branch, key_index, recipient, amount, state, nonce, cost, time, updated)
     values ('POLYGON', 'USDT', 'batch', 1, 1, 0, '0xa', '0', 'done', 7, null, 1, 1)`,
  );
  await pool.query(
    `insert into chain_payments (chain, coin, purpose, reference, branch, key_index, recipient, amount, state, batch, cost, time, updated)
     select 'POLYGON', 'USDT', 'withdrawal', number, 1, 0, '0xa', '1000000', 'done', id, '2000000000000000', 1, 1
     from chain_payments, generate_series(1, 3) as number`,
  );
  await pool.query(
    `insert into chain_attempts (payment, txid, raw, fee_per_gas, tip_per_gas, time) select id, '0xabc', '', '1', '1', 1 from chain_payments where purpose = 'batch'`,
  );
  const { rows } = await pool.query<{ id: number }>(`select id from chain_payments where reference = 2`);
  const explorerLinks = { find: async () => null, read: async () => () => null };
  const found = await readChainPayment(db, { tokens: new TokenList(), explorerLinks }, Number(rows[0]?.id));
  expect(found).toMatchObject({
    withdrawal: 2,
    nonce: 7,
    others: 2,
    cost: { amount: '0.002000000000000000', coin: 'POL' },
    attempts: [{ txid: '0xabc' }],
  });
  await database.close();
});

test('a deposit leads to its page at the block explorer of its network, if there is one', async () => {
  const database = await createTestDatabase();
  const { pool, db } = database;
  await pool.query(
    `insert into customers (email, password_hash, lang, up_color, created) values ('anna@mail.example', '', 'en', 'green', 1)`,
  );
  await pool.query(
    `insert into custody_chains (chain, xpub, network, confirmations, contracts, hot)
     values ('ETH', '', '1', 12, '{}', '[]'), ('LTC', '', 'regtest', 2, '{}', '[]')`,
  );
  for (const [chain, txid] of [
    ['ETH', '0xabc'],
    ['LTC', 'def'],
    ['ETH', 'internal:1'],
  ])
    await pool.query(
      `insert into chain_deposits (chain, txid, position, customer, address, coin, asset, amount, height, block_hash, state, time, updated)
       select $1, $2, 0, id, 'a', 'ETH', 0, 1000, 1, 'b', 'credited', 1, 1 from customers`,
      [chain, txid],
    );
  const directory = { asset: () => ({ decimals: 3 }) } as unknown as Directory;
  const found = await readChainDeposits(db, directory, { before: Infinity, limit: 10, explorers: {} });
  expect(found.map(({ chain, txid, explorerUrl, amount }) => [chain, txid, explorerUrl, amount])).toEqual([
    ['ETH', 'internal:1', null, '1.000'],
    ['LTC', 'def', null, '1.000'],
    ['ETH', '0xabc', 'https://etherscan.io/tx/0xabc', '1.000'],
  ]);
  await database.close();
});
