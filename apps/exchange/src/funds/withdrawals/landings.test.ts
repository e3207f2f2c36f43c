import type { Act } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestLedger, type TestLedger } from '../../../testing/test-ledger.ts';
import { Agreement } from '../../authority/agreement.ts';
import { createLandings, type Landings } from './landings.ts';

let ledger: TestLedger;
let landings: Landings;
let withdrawal: number;
const txid = `0x${'5'.repeat(64)}`;
const payment = {
  id: 7,
  kind: 'withdrawal',
  chain: 'ETH',
  coin: 'USDT',
  amount: '97',
  recipient: `0x${'a'.repeat(40)}`,
  nonce: 1,
  others: 0,
  cost: null,
  state: 'signed',
  trouble: 'doubtful',
  attempts: [{ txid, fee: '1', time: 1, explorerUrl: null }],
  requests: [],
} as const;

beforeAll(async () => {
  ledger = await openTestLedger();
  const { db } = ledger.database;
  const values = { email: 'anna@mail.example', password_hash: '', lang: 'en', up_color: 'green', created: 1 } as const;
  const added = db.insertInto('customers').values(values).returning('id');
  const { id: owner } = await added.executeTakeFirstOrThrow();
  const asset = ledger.directory.assetId('USDT') ?? -1;
  const money = { source: 'chain', owner, kind: 'coin', asset, amount: 100 } as const;
  await ledger.gateway.submit({ type: 'deposit', requestId: 'money', ...money });
  const row = await ledger.approved({ customer: owner, address: payment.recipient, amount: 97 });
  withdrawal = row.id;
  await ledger.processor.move(withdrawal, 'sent', { txid });
  landings = createLandings({
    payment: async (id) =>
      id === payment.id ? { ...payment, attempts: [...payment.attempts], requests: [], withdrawal } : null,
    withdrawals: { find: (id) => ledger.withdrawal(id) },
    authority: ledger.authority,
    processor: ledger.processor,
  });
});
afterAll(() => ledger.close());

test('a doubtful payment is completed by an agreement about it, and by no other', async () => {
  const money = { chain: 'ETH', coin: 'USDT', amount: '97', reference: 'ticket 7' };
  const complete = (act: Act, target: string, seen = txid) => {
    const input = { id: payment.id, withdrawal, txid: seen, ...money };
    const agreement = Agreement.reach({ act, target, input, first: 'olga', second: 'oleg' });
    return landings.complete({ id: payment.id, withdrawal, txid }, agreement);
  };
  for (const [act, target] of [
    ['landing', 'payment 8'],
    ['withdrawal', `payment ${payment.id}`],
  ] as const)
    await expect(complete(act, target)).rejects.toThrow('not to landing of payment 7');
  await expect(complete('landing', 'payment 7', '0x7')).rejects.toThrow('agreed to another txid');
  // @ts-expect-error A name is no agreement.
  await expect(landings.complete({ id: payment.id, withdrawal, txid }, 'oleg')).rejects.toThrow(
    'requireAbout is not a function',
  );
  expect((await ledger.withdrawal(withdrawal)).state).toBe('sent');
  await complete('landing', 'payment 7');
  expect((await ledger.withdrawal(withdrawal)).state).toBe('done');
});

test('a transaction that isn’t the payment’s completes nothing', async () => {
  await expect(landings.examine(payment.id, '0x7')).rejects.toMatchObject({ name: 'otherTransaction' });
  await expect(landings.examine(8, txid)).rejects.toMatchObject({ name: 'notFound' });
});
