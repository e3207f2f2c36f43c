import type { Act } from '@fft/console-contract';
import type { RecoveryAnswer } from '@fft/console-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testAuthority } from '../../../testing/test-authority.ts';
import { Agreement } from '../../authority/agreement.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { createAgreedRecoveries, type AgreedRecoveries } from './agreed-recoveries.ts';
import { statementOfAgreement, statementOfAnswer } from './recovery-statements.ts';

let database: TestDatabase;
let recoveries: AgreedRecoveries;
const authority = testAuthority();
const time = 1_700_000_000_000;
const [chain, txid] = ['ETH', `0x${'5'.repeat(64)}`];
const arrival = { position: 0, customer: 1000, address: `0x${'a'.repeat(40)}`, contract: null };
const answer: RecoveryAnswer = {
  finding: 'found',
  height: 7,
  confirmations: 30,
  arrivals: [{ ...arrival, coin: 'ETH', amount: '2.00000000', state: 'recoverable' }],
};

beforeAll(async () => {
  database = await createTestDatabase();
  recoveries = createAgreedRecoveries({ db: database.db, authority, now: () => time });
});
afterAll(() => database.close());

const rowOf = (id: number) =>
  database.db.selectFrom('deposit_recoveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** What custody found of a transaction, as it writes it. */
async function found(): Promise<number> {
  const { db } = database;
  const row = { chain, txid, operator: 'olga', time };
  const { id } = await db.insertInto('deposit_recoveries').values(row).returning('id').executeTakeFirstOrThrow();
  const mac = authority.macOf(statementOfAnswer({ id, chain, txid, answer }));
  const answered = { answer: JSON.stringify(answer), mac, answered: time };
  await db.updateTable('deposit_recoveries').set(answered).where('id', '=', id).execute();
  return id;
}

test('a recovery is passed on by an agreement about its transaction, and by no other', async () => {
  const id = await found();
  const input = await recoveries.examine(id);
  const agree = (act: Act, target: string, agreed = input) =>
    recoveries.agree(input, Agreement.reach({ act, target, input: agreed, first: 'olga', second: 'oleg' }));
  const own = `recovery ${chain} ${txid}`;
  for (const [act, target] of [
    ['recovery', `recovery BSC ${txid}`],
    ['recovery', `recovery ${chain} 0x7`],
    ['adjustment', own],
  ] as const)
    await expect(agree(act, target)).rejects.toThrow(`not to recovery of ${own}`);
  const [arrival] = input.arrivals;
  const less = { ...input, arrivals: arrival ? [{ ...arrival, amount: '0.01' }] : [] };
  await expect(agree('recovery', own, less)).rejects.toThrow('agreed to another arrivals');
  // @ts-expect-error A name is no agreement.
  await expect(recoveries.agree(input, 'oleg')).rejects.toThrow('requireAbout is not a function');
  expect((await rowOf(id)).agreed).toBeNull();
  await agree('recovery', own);
  const row = await rowOf(id);
  expect(row).toMatchObject({ operators: 'olga and oleg', agreed: time });
  expect(authority.isMacOf(statementOfAgreement(row), row.agreed_mac)).toBe(true);
  // The row is of the transaction that was agreed to.
  const other = { ...input, txid: '0x7' };
  const target = `recovery ${chain} 0x7`;
  const agreement = Agreement.reach({ act: 'recovery', target, input: other, first: 'a', second: 'b' });
  await expect(recoveries.agree(other, agreement)).rejects.toMatchObject({ name: 'recoveryAgreed' });
});
