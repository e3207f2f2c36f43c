import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { passViewed, startTestConsole, type TestConsole } from '../../../testing/test-console.ts';
import { createAlarms, webhook, type Watched } from './alarms.ts';

let testConsole: TestConsole;
let hook: Server;
let hookUrl: string;
/** The bodies that the webhook received. */
const sent: unknown[] = [];

beforeAll(async () => {
  hook = createServer((request, response) => {
    json(request).then(
      (body) => {
        sent.push(body);
        response.writeHead(request.url === '/broken' ? 500 : 204).end();
        hook.emit('alarm');
      },
      () => response.writeHead(400).end(),
    );
  });
  await once(hook.listen(0, '127.0.0.1'), 'listening');
  const address = hook.address();
  hookUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  testConsole = await startTestConsole({ ALARM_MAIL: 'alarms@test.example', ALARM_WEBHOOK_URL: hookUrl });
});
afterAll(async () => {
  await testConsole.money.exchange.stop();
  hook.close();
});

const { dashboard } = consoleCalls;

/** Inserts a submission that has waited for this long. */
async function submit(customer: number, agoMs: number): Promise<void> {
  const none = Buffer.alloc(0);
  const photos = { front: 'front', back: 'back', hand: 'hand' };
  const sealed = { sealed_name: none, sealed_number: none, number_hash: Buffer.from(String(customer)) };
  const submitted = testConsole.money.clock.time - agoMs;
  const papers = { customer, state: 'pending', nationality: 'CN', id_type: 'passport', submitted } as const;
  await testConsole.money.exchange.database.db
    .insertInto('identities')
    .values({ ...papers, ...sealed, ...photos })
    .execute();
}

test('a submission that waits too long raises an alarm in the console, by mail and by webhook; a decision ends it', async () => {
  const { id } = await testConsole.money.exchange.register('late');
  await submit(Number(id), 25 * 3_600_000);
  const alarmSent = once(hook, 'alarm');
  // A process that starts checks immediately.
  await testConsole.money.exchange.restart();
  await alarmSent;
  const words = { en: 'Identity review backlog', zh: '身份审核积压' };
  expect(sent.splice(0)).toEqual([
    { kind: 'identityQueue', detail: '25 h', since: testConsole.money.clock.time, ...words },
  ]);
  const mails = () => testConsole.money.exchange.anonymous.call(calls.demo.mailbox, { to: 'alarms@test.example' });
  await expect.poll(mails).toMatchObject([{ subject: 'FFT alarm: Identity review backlog / 警报：身份审核积压' }]);
  const seen = await testConsole.by.admin.call(dashboard.read, {});
  expect(seen).toMatchObject({
    queues: { identity: 1, withdrawals: 0, approvals: 0, bankEntries: 0, bankPayments: 0, bankBreaks: 0 },
    alarms: [{ kind: 'identityQueue', until: null, detail: '25 h' }],
  });
  expect(seen.networks).toMatchObject({ ETH: { zh: '以太坊 (ERC20)', en: 'Ethereum (ERC20)' } });
  expect(seen.now?.customers).toBeGreaterThanOrEqual(2);
  expect(seen.samples.at(-1)).toEqual(seen.now);

  await passViewed(testConsole.by.compliance, Number(id));
  testConsole.money.clock.time += 60_000;
  await testConsole.money.exchange.restart();
  const alarms = async () => (await testConsole.by.admin.call(dashboard.read, {})).alarms.map(({ until }) => until);
  await expect.poll(alarms).toEqual([testConsole.money.clock.time]);
  expect(sent).toEqual([]);
});

test('the figures include the traded volume and the earned fees', async () => {
  const [anna, bob] = await Promise.all(
    ['anna', 'bob'].map((name) => testConsole.money.customer(name, 'en', { USDT: '1000', BTC: '1' })),
  );
  const order = { symbol: 'BTC/USDT', type: 'limit', price: '50000', quantity: '0.01' } as const;
  await anna?.call(calls.trade.create, { ...order, clientOrderId: 'sell', side: 'sell' });
  await bob?.call(calls.trade.create, { ...order, clientOrderId: 'buy', side: 'buy' });
  await anna?.call(calls.trade.create, { ...order, clientOrderId: 'rest', side: 'sell' });
  testConsole.money.clock.time += 60_000;
  await testConsole.money.exchange.restart();
  const now = async () => (await testConsole.by.admin.call(dashboard.read, {})).now;
  await expect.poll(now).toMatchObject({ volume: '500.000000', openOrders: 1, customers: 4 });
  expect(Number((await now())?.fees)).toBeGreaterThan(0);
  const { turnover } = await testConsole.by.admin.call(dashboard.read, { hours: 1 });
  expect(turnover).toEqual([{ time: expect.any(Number) as number, usdt: '500.000000' }]);
});

test('the samples show the worst value of each interval, and only the requested hours', async () => {
  const { db } = testConsole.money.exchange.database;
  const { time } = testConsole.money.clock;
  const zero = { volume: 0, fees: 0, customers: 0, sockets: 0, open_orders: 0, commit_us: 1000, lag_ms: 0 };
  const at = (minute: number) => ({ ...zero, time: time - minute * 60_000 - 1, lag_ms: minute === 333 ? 4444 : 0 });
  await db
    .insertInto('samples')
    .values(Array.from({ length: 1000 }, (_, minute) => at(minute + 1)))
    .execute();
  const day = await testConsole.by.admin.call(dashboard.read, { hours: 12 });
  expect(day.samples.length).toBeLessThanOrEqual(241);
  expect(Math.max(...day.samples.map(({ lagMs }) => lagMs))).toBe(4444);
  expect(day.samples[0]?.time).toBeGreaterThan(time - 12 * 3_600_000);
  const hour = await testConsole.by.admin.call(dashboard.read, { hours: 1 });
  expect(Math.max(...hour.samples.map(({ lagMs }) => lagMs))).toBeLessThan(4444);
});

describe('alarms', () => {
  const quiet: Watched = {
    upMs: 3_600_000,
    lagMs: 0,
    commitMs: 0,
    booksDiffer: null,
    auditAltered: null,
    altered: [],
    wrongCodes: 0,
    operatorsGuessed: [],
    operatorsAtBound: [],
    codesNotSent: { mail: 0, sms: 0 },
    codesUsedUp: [],
    shortOf: [],
    chainTrouble: null,
    reorganised: null,
    hotLow: [],
    identityWaitMs: 0,
    withdrawalWaitMs: 0,
    bankBreaks: [],
    bankLate: [],
    failedParts: [],
  };

  test.each<[string, Partial<Watched>, string]>([
    ['projectionLag', { lagMs: 12_000 }, '12 s'],
    ['journalSlow', { commitMs: 1_500 }, '1500 ms'],
    ['booksDiffer', { booksDiffer: 'account 7' }, 'account 7'],
    ['auditAltered', { auditAltered: 'act 7 was changed' }, 'act 7 was changed'],
    ['withdrawalAltered', { altered: ['withdrawal 7', 'approval 2'] }, 'withdrawal 7, approval 2'],
    ['wrongCodes', { wrongCodes: 70 }, '70'],
    ['operatorsGuessed', { operatorsGuessed: ['the.admin'] }, 'the.admin'],
    ['solvency', { shortOf: ['USDT (ETH)', 'LTC (LTC)'] }, 'USDT (ETH), LTC (LTC)'],
    ['codesNotSent', { codesNotSent: { mail: 3, sms: 2 } }, '3 mails'],
    ['codesNotSent', { codesNotSent: { mail: 7, sms: 3 } }, '7 mails, 3 SMS'],
    ['codesNotSent', { codesUsedUp: ['reset'] }, 'reset: all of this hour'],
    ['chainReorganised', { reorganised: 'ETH: 14' }, 'ETH: 14'],
    ['hotLow', { hotLow: ['USDT (ETH)', 'LTC (LTC)'] }, 'USDT (ETH), LTC (LTC)'],
    ['chainStalled', { chainTrouble: 'a reorganisation 20 blocks deep' }, 'a reorganisation 20 blocks deep'],
    ['identityQueue', { identityWaitMs: 30 * 3_600_000 }, '30 h'],
    ['bankBreak', { bankBreaks: ['account 1, 2026-11-23'] }, 'account 1, 2026-11-23'],
    ['bankStatementLate', { bankLate: ['PAYOUT-7', 'entry 3'] }, 'PAYOUT-7, entry 3'],
    ['partFailed', { failedParts: ['streams', 'board'] }, 'streams, board'],
    ['withdrawalQueue', { withdrawalWaitMs: 5 * 3_600_000 }, '5 h'],
  ])('%s is raised once, and again after it ended', async (kind, trouble, detail) => {
    const heard: unknown[] = [];
    const { db } = testConsole.money.exchange.database;
    const log = pino({ level: 'silent' });
    const broken = webhook(`${hookUrl}/broken`);
    const alarms = createAlarms({
      db,
      log,
      now: () => testConsole.money.clock.time,
      send: [broken, async (alarm) => void heard.push(alarm)],
    });
    await alarms.look(quiet);
    for (const watched of [trouble, trouble, {}, trouble]) await alarms.look({ ...quiet, ...watched });
    expect(heard).toEqual([expect.objectContaining({ kind, detail }), expect.objectContaining({ kind, detail })]);
    expect((await alarms.list())[0]).toMatchObject({ kind, detail, until: null });
    await alarms.look(quiet);
  });

  test('a second chain that stops raises the alarm again, and the first one’s other words don’t', async () => {
    const { db } = testConsole.money.exchange.database;
    const heard: { readonly detail: string }[] = [];
    const alarms = createAlarms({
      db,
      log: pino({ level: 'silent' }),
      now: () => testConsole.money.clock.time,
      send: [async (alarm) => void heard.push(alarm)],
    });
    const details = [
      'BSC: no block',
      'BSC: no block; at all',
      'ETH: away; BSC: no block',
      'ETH: away',
      'BSC: no block',
    ];
    for (const chainTrouble of details) await alarms.look({ ...quiet, chainTrouble });
    expect(heard.map(({ detail }) => detail)).toEqual(['BSC: no block', 'ETH: away; BSC: no block']);
    await alarms.look(quiet);
  });

  test('a lag raises no alarm while a process that has just started catches up', async () => {
    const { db } = testConsole.money.exchange.database;
    const options = { db, log: pino({ level: 'silent' }), now: () => testConsole.money.clock.time, send: [] };
    const alarms = createAlarms(options);
    const before = await alarms.list();
    await alarms.look({ ...quiet, lagMs: 60_000, upMs: 240_000 });
    expect(await alarms.list()).toEqual(before);
  });

  test('the journal’s alarm is sent once while it lasts, and is listed after it ended', async () => {
    const { db } = testConsole.money.exchange.database;
    const heard: unknown[] = [];
    const { clock } = testConsole.money;
    const log = pino({ level: 'silent' });
    const alarms = createAlarms({ db, log, now: () => clock.time, send: [async (alarm) => void heard.push(alarm)] });
    for (const trouble of [null, 'connection refused', 'connection refused']) await alarms.journal(trouble);
    expect(heard).toEqual([expect.objectContaining({ kind: 'journalFails', detail: 'connection refused' })]);
    expect((await alarms.list())[0]).toMatchObject({ kind: 'journalFails', until: null });
    clock.time += 60_000;
    await alarms.look(quiet);
    await alarms.journal(null);
    const over = { kind: 'journalFails', since: clock.time - 60_000, until: clock.time };
    expect(await alarms.list()).toContainEqual(expect.objectContaining(over));
  });

  test('the journal’s alarm is sent even if the database is unreachable too, and is stored once it is back', async () => {
    const { db } = testConsole.money.exchange.database;
    const heard: unknown[] = [];
    const { clock } = testConsole.money;
    const log = pino({ level: 'silent' });
    let isGone = true;
    const failing = db.withPlugin({
      transformQuery: ({ node }) => {
        if (isGone) throw new Error('the database is gone');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const options = { log, now: () => clock.time, send: [async (alarm: unknown) => void heard.push(alarm)] };
    const alarms = createAlarms({ ...options, db: failing });
    clock.time += 60_000;
    const since = clock.time;
    for (const trouble of ['gone', 'gone', null]) await alarms.journal(trouble);
    expect(heard).toEqual([{ kind: 'journalFails', detail: 'gone', since }]);
    isGone = false;
    clock.time += 1_000;
    await alarms.journal(null);
    expect(await alarms.list()).toContainEqual(
      expect.objectContaining({ kind: 'journalFails', since, until: since + 1_000 }),
    );
  });
});
