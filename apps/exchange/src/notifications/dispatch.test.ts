import { createClient, type Client } from '@fft/client';
import { calls } from '@fft/contract';
import { openTestPushService, type TestPushService } from '@fft/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../testing/test-exchange.ts';
import { createDispatch } from './dispatch.ts';

let service: TestPushService;
let exchange: TestExchange;

beforeAll(async () => {
  service = await openTestPushService();
  exchange = await startTestExchange({ PUSH_SERVICES: service.origin });
});
afterAll(async () => {
  await exchange.stop();
  await service.close();
});

/** Sends pushes to the session of `who` from now on. */
async function subscribe(who: Pick<Client, 'call'>): Promise<void> {
  const { endpoint, p256dh, auth } = service.subscribe();
  await who.call(calls.notifications.subscribe, { endpoint, p256dh, auth });
}

test('alerts wait three seconds for more of their kind; security and what is gathered already does not', async () => {
  const lena = await exchange.register('lena');
  await subscribe(lena);
  const time = 1_000;
  const words = { title: { zh: '提醒', en: 'Alert' }, paragraphs: { zh: ['到价'], en: ['Reached'] } };
  const rest = { words, keep: () => Promise.resolve('1'), sms: () => Promise.resolve() };
  const dues = await exchange.database.db.transaction().execute(async (transaction) => {
    const dispatch = createDispatch(() => time);
    for (const one of [{ kind: 'alerts' }, { kind: 'security' }, { kind: 'fills', isGathered: true }] as const)
      await dispatch(transaction, Number(lena.id), { ...rest, ...one });
    return transaction
      .selectFrom('notifications')
      .select(['kind', 'due'])
      .where('customer', '=', Number(lena.id))
      .execute();
  });
  expect(Object.fromEntries(dues.map(({ kind, due }) => [kind, due - time]))).toEqual({
    alerts: 3_000,
    security: 0,
    fills: 0,
  });
});

test('a device is left out by its key as by its session: a later log-in there begins another session', async () => {
  const mona = await exchange.register('mona');
  const credentials = { email: 'mona@test.example', password: 'the password of mona' };
  const { token } = await exchange.anonymous.call(calls.auth.login, credentials);
  const later = createClient({ baseUrl: exchange.url, token: () => token, lang: () => 'en' });
  for (const one of [mona, later]) await subscribe(one);
  const { db } = exchange.database;
  const [phone, laptop] = await db
    .selectFrom('sessions')
    .innerJoin('push_devices', 'push_devices.session', 'sessions.id')
    .select(['sessions.id', 'sessions.device'])
    .where('sessions.customer', '=', Number(mona.id))
    .orderBy('sessions.created')
    .execute();
  const message = {
    kind: 'security',
    words: { title: { zh: '登录', en: 'Log-in' }, paragraphs: { zh: [], en: [] } },
  } as const;
  const rest = { ...message, isMailed: true, keep: () => Promise.resolve('1'), sms: () => Promise.resolve() };
  // In an hour: none is sent before it is read.
  let time = Date.now() + 3_600_000;
  const targets = async (actor: { readonly session?: string; readonly device?: string | null }) => {
    time += 1;
    await createDispatch(() => time)(db, Number(mona.id), { ...rest, actor });
    const queued = await db.selectFrom('notifications').select('target').where('time', '=', time).execute();
    return queued.map(({ target }) => target);
  };
  expect(await targets({ device: phone?.device ?? null })).toEqual([laptop?.id]);
  expect(await targets({ session: laptop?.id ?? '' })).toEqual([phone?.id]);
});
