import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { LiabilityTree, verifyReserves } from '@fft/liabilities';
import { pino } from 'pino';
import { getAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestCustody, type TestCustody } from '../../../testing/test-custody.ts';
import { waitUntil } from '../../../testing/wait-for.ts';
import { createReserveSigning } from './sign-reserves.ts';

let at: TestCustody;
const warnings: string[] = [];
const log = pino({ level: 'warn' }, { write: (line: string) => warnings.push(line) });
const nonce = 'ab'.repeat(32);
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const today = dayOf(Date.now());
const { total } = new LiabilityTree('ETH', [{ customer: 'me', nonce, amount: 250n }]);
const totals = [{ ...total, rows: 1 }];

beforeAll(async () => {
  at = await openTestCustody();
});
afterAll(() => at.close());
beforeEach(async () => {
  await at.database.db.deleteFrom('reserve_signatures').execute();
  await at.database.db.deleteFrom('liability_days').execute();
  warnings.length = 0;
});

async function publish(day: string, published: typeof totals): Promise<void> {
  const row = { sequence: 1, time: Date.now(), secret: randomBytes(32), totals: JSON.stringify(published) };
  await at.database.db
    .insertInto('liability_days')
    .values({ day, ...row })
    .onConflict((conflict) => conflict.column('day').doUpdateSet({ totals: row.totals }))
    .execute();
}

const signatures = () => at.database.db.selectFrom('reserve_signatures').selectAll().execute();

/** Runs the job once. */
async function signOnce(signerSocket = at.settings.signerSocket): Promise<void> {
  const job = createReserveSigning({
    db: at.database.db,
    directory: at.directory,
    chains: [{ chain: 'ETH', signerSocket }],
    log,
    now: Date.now,
  });
  let runs = 0;
  job.wake();
  job.start({ onRun: () => void (runs += 1) });
  await waitUntil(() => runs > 0);
  await job.stop();
}

test('the hot wallet signs the day’s totals, once, and anyone can check it', async () => {
  await publish(today, totals);
  await signOnce();
  const [row, other] = await signatures();
  expect([row?.day, row?.chain, row?.address, other]).toEqual([today, 'ETH', getAddress(at.hot), undefined]);
  const published = { day: today, sequence: '1', totals, signatures: row ? [row] : [] };
  expect(verifyReserves(published).map(({ holds }) => holds)).toEqual([true]);
  await signOnce();
  expect(await signatures()).toEqual([row]);
});

test('a signature that was altered in the database is replaced by the true one', async () => {
  await publish(today, totals);
  await signOnce();
  const before = await signatures();
  await at.database.db
    .updateTable('reserve_signatures')
    .set({ signature: `0x${'12'.repeat(65)}` })
    .execute();
  await signOnce();
  expect(await signatures()).toEqual(before);
});

test('totals that were altered after they were signed are signed by no one', async () => {
  await publish(today, totals);
  await signOnce();
  await publish(today, [{ ...total, rows: 1, total: '249' }]);
  await signOnce();
  const [row] = await signatures();
  const altered = { day: today, sequence: '1', totals: [{ ...total, total: '249' }], signatures: row ? [row] : [] };
  expect(verifyReserves(altered).map(({ holds }) => holds)).toEqual([false]);
  expect(warnings.join()).toContain('another root is attested');
});

test('nothing is signed for an old day, or without a publication', async () => {
  await signOnce();
  await publish(dayOf(Date.now() - 3 * 86_400_000), totals);
  await signOnce();
  expect(await signatures()).toEqual([]);
});

test('an answer that is no signature by the wallet is not kept', async () => {
  await publish(today, totals);
  const socket = join(tmpdir(), `fft-false-signer-${randomBytes(6).toString('hex')}.sock`);
  const liar = createServer((_, answer) => {
    answer.end(JSON.stringify({ address: getAddress(at.hot), signature: `0x${'12'.repeat(65)}` }));
  });
  await once(liar.listen(socket), 'listening');
  await signOnce(socket);
  expect(await signatures()).toEqual([]);
  expect(warnings.join()).toContain('a signature of something else');
  liar.close();
  await signOnce();
  expect(await signatures()).toHaveLength(1);
});
