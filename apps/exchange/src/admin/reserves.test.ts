import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { consoleCalls, type ReserveWallet } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { LiabilityTree, verifyReserves } from '@fft/liabilities';
import { pino } from 'pino';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openTestChain } from '../../testing/test-custody.ts';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import { refusal } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';
import type { DemoChains } from '../../../demo/src/chain/demo-chains.ts';

/** A cold wallet's keepers sign offline; everybody checks what they signed. */
const keeper = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
const stranger = privateKeyToAccount('0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6');
const { reserves } = consoleCalls;
const patience = { timeout: 30_000, interval: 200 };
const { total } = new LiabilityTree('ETH', [{ customer: 'me', nonce: 'ab'.repeat(32), amount: 250n }]);

let folder: string;
let demo: DemoChains;
let fft: TestConsole;
const db = () => fft.money.exchange.database.db;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-reserves-'));
  const opened = await openTestChain(folder, pino({ level: 'silent' }));
  demo = opened.demo;
  const { rpcUrl, contracts } = opened.evm;
  const cold = { address: keeper.address, coins: {} };
  fft = await startTestConsole({
    NETWORKS: JSON.stringify({ ETH: { nodes: [rpcUrl], contracts, confirmations: 2, cold } }),
    SIGNER_SOCKET: demo.signerSocket,
  });
  await vi.waitFor(async () => {
    if ((await list()).wallets.length !== 2) throw new Error('the chain isn’t counted yet');
  }, patience);
});
afterAll(async () => {
  await fft.money.exchange.stop();
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await db().deleteFrom('reserve_signatures').execute();
  await db().deleteFrom('liability_days').execute();
});

const list = () => fft.by.treasury.call(reserves.list, {});

async function publish(day: string): Promise<void> {
  const row = {
    sequence: 1,
    time: Date.now(),
    secret: randomBytes(32),
    totals: JSON.stringify([{ ...total, rows: 1 }]),
  };
  await db()
    .insertInto('liability_days')
    .values({ day, ...row })
    .execute();
}

async function cold(): Promise<ReserveWallet & { readonly text: string }> {
  const found = (await list()).wallets.find(({ place }) => place === 'cold');
  if (!found?.text) throw new Error('the cold wallet has nothing to sign');
  return { ...found, text: found.text };
}

const submit = (day: string, signature: string, by = fft.by.treasury) =>
  by.call(reserves.sign, { chain: 'ETH', day, signature });

test('a signature that the keepers made offline is published, and anyone can check it', async () => {
  expect((await list()).day).toBeNull();
  await publish('2026-11-26');
  const { text, address, signed } = await cold();
  expect([address, signed]).toEqual([keeper.address, false]);
  expect(text).toMatch(/^Proof of reserves\. Day: 2026-11-26\. Chain: ETH\. /);
  await submit('2026-11-26', await keeper.signMessage({ message: text }));
  expect((await cold()).signed).toBe(true);
  const [row] = await db().selectFrom('reserve_signatures').selectAll().where('address', '=', keeper.address).execute();
  const publication = { day: '2026-11-26', sequence: '1', totals: [total], signatures: row ? [row] : [] };
  expect(verifyReserves(publication).map(({ holds }) => holds)).toEqual([true]);
  expect(await readAudit(db(), { limit: 1, target: 'wallet ETH' })).toMatchObject([
    { operator: fft.by.treasury.name, act: 'reserves.sign', after: { day: '2026-11-26' } },
  ]);
});

test.each([
  ['capitals without 0x', (signature: string) => signature.slice(2).toUpperCase()],
  [
    'a recovery that counts from zero',
    (signature: string) => `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`,
  ],
  ['spaces around it', (signature: string) => ` ${signature} `],
])('a signature with %s is understood', async (_, changed) => {
  await publish('2026-11-26');
  const { text } = await cold();
  await submit('2026-11-26', changed(await keeper.signMessage({ message: text })));
  expect((await cold()).signed).toBe(true);
});

test('nothing but this wallet’s signature of this text is published', async () => {
  await publish('2026-11-26');
  const { text } = await cold();
  const otherTexts = [
    text.replace('2026-11-26', '2026-11-25'),
    text.replace('ETH', 'BSC'),
    `${text}\n`,
    'Proof of reserves.',
  ];
  const wrong = [
    await stranger.signMessage({ message: text }),
    ...(await Promise.all(otherTexts.map((message) => keeper.signMessage({ message })))),
    `0x${'12'.repeat(65)}`,
    'a signature',
  ];
  for (const signature of wrong)
    expect(await refusal(submit('2026-11-26', signature))).toMatchObject({ code: Code.badRequest });
  expect(
    await refusal(fft.by.treasury.call(reserves.sign, { chain: 'BSC', day: '2026-11-26', signature: 'x' })),
  ).toMatchObject({ code: Code.notFound });
  expect(
    await db().selectFrom('reserve_signatures').selectAll().where('address', '=', keeper.address).execute(),
  ).toEqual([]);
});

test('a signature of yesterday’s totals comes too late, and says so', async () => {
  await publish('2026-11-26');
  const { text } = await cold();
  await publish('2026-11-27');
  const signature = await keeper.signMessage({ message: text });
  expect(await refusal(submit('2026-11-26', signature))).toMatchObject({ code: Code.conflict });
  expect(await refusal(submit('2026-11-27', signature))).toMatchObject({ code: Code.badRequest });
});

test('a row that was planted for the cold wallet counts as not signed, and is replaced', async () => {
  await publish('2026-11-26');
  const { text } = await cold();
  const row = { day: '2026-11-26', chain: 'ETH', address: keeper.address, signature: `0x${'12'.repeat(65)}`, time: 1 };
  await db().insertInto('reserve_signatures').values(row).execute();
  expect((await cold()).signed).toBe(false);
  await submit('2026-11-26', await keeper.signMessage({ message: text }));
  expect((await cold()).signed).toBe(true);
});

test('who may not decide on the treasury submits nothing', async () => {
  expect(await refusal(submit('2026-11-26', 'x', fft.by.admin))).toMatchObject({ code: 403 });
});
