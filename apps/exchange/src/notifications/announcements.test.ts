import { randomUUID } from 'node:crypto';
import { createClient } from '@fft/client';
import { calls } from '@fft/contract';
import { openTestPushService, type TestPushService } from '@fft/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitFor, waitUntil } from '../../testing/wait-for.ts';
import { createArticleService } from '../content/articles.ts';
import { createInbox } from '../content/inbox.ts';
import { createHaltNotices } from '../markets/halts/halt-notices.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { createDispatch, queueAnnouncement, withdrawAnnouncement } from './dispatch.ts';

let service: TestPushService;
let exchange: TestExchange;
let reader: TestCustomer;
let other: TestCustomer;

beforeAll(async () => {
  service = await openTestPushService();
  exchange = await startTestExchange({ PUSH_SERVICES: service.origin, PUBLIC_URL: 'http://localhost:8080' });
  [reader, other] = [await exchange.register('reader', 'zh'), await exchange.register('other')];
});
afterAll(async () => {
  await exchange.stop();
  await service.close();
});

async function subscribe(who: TestCustomer) {
  const device = service.subscribe();
  const { endpoint, p256dh, auth } = device;
  await who.call(calls.notifications.subscribe, { endpoint, p256dh, auth });
  return device;
}

const titles = (received: readonly { text: string }[]): string[] =>
  received.map(({ text }) => (JSON.parse(text) as { title: string }).title);

test('an announcement reaches those who chose it, once, when it is published', async () => {
  const { db } = exchange.database;
  const announcing = { queue: queueAnnouncement, withdraw: withdrawAnnouncement };
  const articles = createArticleService({ ownHosts: [], db, now: Date.now, announcing });
  const [device, silent] = [await subscribe(reader), await subscribe(other)];
  await reader.call(calls.notifications.choose, { kind: 'announcements', channel: 'push', on: true });
  await reader.call(calls.notifications.choose, { kind: 'announcements', channel: 'mail', on: true });
  const text = { zh: '今晚升级', en: 'Upgrade tonight' };
  const draft = {
    id: null,
    kind: 'notice',
    time: Date.now(),
    title: { zh: '系统升级', en: 'Maintenance' },
    text,
  } as const;
  const saved = await articles.saveNotice(draft, 'ops');
  await waitFor(() => {
    exchange.wake('notifications.send');
    expect(titles(device.received)).toEqual(['系统升级']);
  });
  await waitFor(async () => {
    const [mail] = await exchange.anonymous.call(calls.demo.mailbox, { to: 'reader@test.example' });
    expect(mail?.subject).toBe('FFT: 系统升级');
  });
  const queued = async () => (await db.selectFrom('notifications').select('id').execute()).length;
  // A correction is not announced again, and one that was deleted in time is not at all.
  await articles.saveNotice({ ...draft, id: saved?.id ?? '' }, 'ops');
  expect(await queued()).toBe(0);
  const later = await articles.saveNotice({ ...draft, time: Date.now() + 3_600_000 }, 'ops');
  expect(await queued()).toBe(2);
  await articles.deleteNotice(later?.id ?? '', 'ops');
  expect(await queued()).toBe(0);
  expect(silent.received).toEqual([]);
});

test('a halt and its end are reported to customers with favourites or open orders in the market, once', async () => {
  const { db } = exchange.database;
  await reader.call(calls.watchlist.setFavourites, { symbols: 'ETH/USDT' });
  const [market, elsewhere] = [
    { id: 1, rules: { symbol: 'ETH/USDT', state: 'open' } },
    { id: 0, rules: { symbol: 'BTC/USDT', state: 'open' } },
  ];
  const ledger = {
    host: { openRecords: [{ command: { market: 1, owner: Number(other.id) } }, { command: { market: 0, owner: 1 } }] },
    projector: { isWriting: true },
    directory: { markets: () => [market, elsewhere] },
  } as unknown as Pick<Ledger, 'host' | 'projector' | 'directory'>;
  const inbox = createInbox(Date.now, createDispatch(Date.now));
  const job = createHaltNotices({ db, inbox, ledger });
  const messages = async () => {
    const rows = db.selectFrom('messages').select(['customer', 'title_en']).where('title_en', 'like', 'Trading%');
    return (await rows.orderBy('id').execute()).map(({ customer, title_en }) => `${customer} ${title_en}`);
  };
  const runs = { begun: 0, ended: 0 };
  job.start({ onBegin: () => (runs.begun += 1), onRun: () => (runs.ended += 1) });
  for (const state of ['open', 'halted', 'halted', 'auction', 'open'] as const) {
    if (market) market.rules.state = state;
    const { begun } = runs;
    job.wake();
    await waitUntil(() => runs.begun > begun && runs.ended === runs.begun);
  }
  await job.stop();
  const ids = [reader.id, other.id].map(Number).toSorted((one, two) => one - two);
  const both = (title: string) => ids.map((id) => `${id} ${title}`).toSorted();
  const all = await messages();
  expect(all.slice(0, 2).toSorted()).toEqual(both('Trading in ETH/USDT is halted'));
  expect(all.slice(2).toSorted()).toEqual(both('Trading in ETH/USDT has resumed'));
});

test('the first steps follow the account’s state, and end once all are done or the customer closes them', async () => {
  const steps = () => reader.call(calls.firstSteps.read, {});
  expect(await steps()).toEqual({ closed: false, secured: false, funded: false, traded: false });
  await reader.call(calls.demo.faucet, { requestId: randomUUID(), coin: 'USDT', amount: '1000' });
  expect(await steps()).toMatchObject({ closed: false, funded: true, traded: false });
  const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '50000', quantity: '0.001' } as const;
  await reader.call(calls.trade.create, { ...order, clientOrderId: randomUUID() });
  expect(await steps()).toMatchObject({ closed: false, secured: false, traded: true });
  await exchange.database.pool.query(
    "insert into passkeys (id, customer, name, public_key, counter, created) values ('key', $1, 'phone', '', 0, 1)",
    [reader.id],
  );
  const done = { closed: true, secured: true, funded: true, traded: true };
  expect(await steps()).toEqual(done);
  await exchange.database.pool.query('delete from passkeys');
  expect(await steps()).toEqual(done);
  const anonymous = createClient({ baseUrl: exchange.url, token: () => '', lang: () => 'en' });
  await expect(anonymous.call(calls.firstSteps.close, {})).rejects.toMatchObject({ code: 1001 });
  await other.call(calls.firstSteps.close, {});
  expect((await other.call(calls.firstSteps.read, {})).closed).toBe(true);
});
