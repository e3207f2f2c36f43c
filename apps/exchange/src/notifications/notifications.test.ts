import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@fft/client';
import { calls, type NotificationChannel, type NotificationKind } from '@fft/contract';
import { openTestPushService, type TestPushService, type TestSubscription } from '@fft/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { waitFor } from '../../testing/wait-for.ts';

const { trade, watchlist, demo, auth } = calls;
const symbol = 'BTC/USDT';
const clock = { offsetMs: 0 };
let service: TestPushService;
let exchange: TestExchange;
/** Makes the market. */
let maker: TestCustomer;

beforeAll(async () => {
  service = await openTestPushService();
  exchange = await startTestExchange({ PUSH_SERVICES: service.origin }, () => Date.now() + clock.offsetMs);
  maker = await funded('maker');
});
beforeEach(() => {
  clock.offsetMs = 0;
});
afterAll(async () => {
  await exchange.stop();
  await service.close();
});

async function funded(name: string, lang: 'zh' | 'en' = 'en'): Promise<TestCustomer> {
  const customer = await exchange.register(name, lang);
  for (const [coin, amount] of [
    ['BTC', '0.3'],
    ['USDT', '50000'],
  ] as const)
    await customer.call(demo.faucet, { requestId: randomUUID(), coin, amount });
  return customer;
}

/** Another session of the customer, on a new device. */
async function logIn(name: string): Promise<Client> {
  const credentials = { email: `${name}@test.example`, password: `the password of ${name}` };
  const { token } = await exchange.anonymous.call(auth.login, credentials);
  return createClient({ baseUrl: exchange.url, token: () => token, lang: () => 'en' });
}

type Caller = Pick<Client, 'call'>;

async function subscribe(who: Caller): Promise<TestSubscription> {
  const device = service.subscribe();
  const { endpoint, p256dh, auth: secret } = device;
  await who.call(calls.notifications.subscribe, { endpoint, p256dh, auth: secret });
  return device;
}

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly path: string;
}

const shown = ({ received }: TestSubscription): Shown[] => received.map(({ text }) => JSON.parse(text) as Shown);
const titles = (device: TestSubscription): string[] => shown(device).map(({ title }) => title);
/** As long as notifications of one kind, and fills, wait for more of them. */
const gatherMs = 3_000;

/** Waits until a check passes, while time passes and everything that is due is sent. */
function sent(check: () => unknown): Promise<unknown> {
  return waitFor(async () => {
    clock.offsetMs += gatherMs;
    for (const job of ['orders.tradeNotices', 'notifications.send']) exchange.wake(job);
    await check();
  });
}

function order(who: Caller, side: 'buy' | 'sell', price: string, quantity = '0.001', rest: object = {}) {
  const limit = { symbol, type: 'limit', side, price, quantity } as const;
  return who.call(trade.create, { ...limit, ...rest, clientOrderId: randomUUID() });
}

const choose = (who: Caller, kind: NotificationKind, channel: NotificationChannel, on: boolean) =>
  who.call(calls.notifications.choose, { kind, channel, on });

describe('choices', () => {
  test('begin with defaults, and keep what a customer switches, for this customer alone', async () => {
    const [anna, li] = [await exchange.register('anna'), await exchange.register('li', 'zh')];
    const before = await anna.call(calls.notifications.choices, {});
    expect(before.kinds.find(({ kind }) => kind === 'fills')).toEqual({
      kind: 'fills',
      inApp: 'off',
      mail: 'off',
      push: 'on',
      sms: 'never',
    });
    expect(before.push.publicKey).toMatch(/^[A-Za-z0-9_-]{87}$/);
    await Promise.all([choose(anna, 'fills', 'mail', true), choose(anna, 'fills', 'push', false)]);
    await choose(anna, 'security', 'sms', false);
    const after = await anna.call(calls.notifications.choices, {});
    expect(after.kinds.find(({ kind }) => kind === 'fills')).toMatchObject({ inApp: 'off', mail: 'on', push: 'off' });
    expect(after.kinds.find(({ kind }) => kind === 'security')).toMatchObject({ inApp: 'always', sms: 'off' });
    expect((await li.call(calls.notifications.choices, {})).kinds).toEqual(before.kinds);
  });

  test.each([
    ['security', 'mail'],
    ['withdrawals', 'inApp'],
    ['fills', 'sms'],
  ] as const)('%s by %s can’t be switched', async (kind, channel) => {
    const error = { code: 400, message: 'This notification can’t be changed' };
    await expect(choose(maker, kind, channel, false)).rejects.toMatchObject(error);
  });

  test('quiet hours need two times and a time zone', async () => {
    const set = (input: object) => maker.call(calls.notifications.setQuietHours, input);
    await expect(set({ from: '22:00' })).rejects.toMatchObject({ code: 400, message: 'Enter a time like 22:30' });
    await expect(set({ from: '22:00', until: '24:00', timeZone: 'UTC' })).rejects.toMatchObject({ code: 400 });
    await expect(set({ from: '22:00', until: '07:00', timeZone: 'Mars' })).rejects.toMatchObject({ code: 400 });
    const quiet = { from: '22:00', until: '07:00', timeZone: 'Asia/Shanghai' };
    expect((await set(quiet)).quiet).toEqual(quiet);
    expect((await set({})).quiet).toBeNull();
  });
});

describe('a device', () => {
  test.each([
    'https://evil.example/push',
    'http://127.0.0.1:1/push',
    'https://169.254.169.254/latest/meta-data',
    'https://fcm.googleapis.com.evil.example/push',
  ])('is refused at %s', async (endpoint) => {
    const { p256dh, auth: secret } = service.subscribe();
    const input = { endpoint, p256dh, auth: secret };
    await expect(maker.call(calls.notifications.subscribe, input)).rejects.toMatchObject({
      code: 400,
      message: 'This browser’s push service is not supported',
    });
  });

  test('is refused with keys that nothing could be encrypted for', async () => {
    const { endpoint, auth: secret } = service.subscribe();
    const input = { endpoint, p256dh: 'A'.repeat(87), auth: secret };
    await expect(maker.call(calls.notifications.subscribe, input)).rejects.toMatchObject({ code: 400 });
  });

  test('receives pushes until it unsubscribes, its session ends, or the browser ends the subscription', async () => {
    const wang = await exchange.register('wang', 'zh');
    const others = [await logIn('wang'), await logIn('wang'), await logIn('wang')] as const;
    const [phone, laptop, tablet, gone] = [
      await subscribe(wang),
      await subscribe(others[0]),
      await subscribe(others[1]),
      await subscribe(others[2]),
    ];
    gone.answer(410);
    const { push } = await wang.call(calls.notifications.choices, {});
    expect(push).toMatchObject({ thisDevice: true, devices: 4 });
    await others[0].call(calls.notifications.unsubscribe, {});
    await others[1].call(auth.logout, {});
    await logIn('wang');
    await sent(() => expect(titles(phone)).toContain('新设备登录'));
    await sent(async () => expect((await wang.call(calls.notifications.choices, {})).push.devices).toBe(1));
    expect([laptop, tablet].flatMap((device) => device.received)).toEqual([]);
  });

  test('belongs to one session: a browser that another customer uses goes with them', async () => {
    const [first, second] = [await exchange.register('first'), await exchange.register('second')];
    const device = await subscribe(first);
    const { endpoint, p256dh, auth: secret } = device;
    await second.call(calls.notifications.subscribe, { endpoint, p256dh, auth: secret });
    expect((await first.call(calls.notifications.choices, {})).push.devices).toBe(0);
  });

  test('is one of 20 at most: the oldest goes', async () => {
    const many = await exchange.register('many');
    const { database } = exchange;
    await database.pool.query(
      `insert into sessions (id, token_hash, mac, customer, created, used, expires, ends, idle_ms, ip, user_agent)
       select 'many-' || n, decode(lpad(n::text, 8, '0'), 'hex'), '', $1, 1, 1, 9999999999999, 9999999999999, 1, '', '' from generate_series(1, 25) n`,
      [many.id],
    );
    await database.pool.query(
      `insert into push_devices (session, customer, endpoint, p256dh, auth, created)
       select 'many-' || n, $1, 'https://fcm.googleapis.com/' || n, '', '', n from generate_series(1, 25) n`,
      [many.id],
    );
    await subscribe(many);
    expect((await many.call(calls.notifications.choices, {})).push).toMatchObject({ thisDevice: true, devices: 20 });
  });
});

describe('fills', () => {
  test('of a resting order reach its owner’s devices, in their language', async () => {
    const chen = await funded('chen', 'zh');
    const device = await subscribe(chen);
    await order(chen, 'sell', '60000', '0.01');
    await order(maker, 'buy', '60000', '0.004');
    await sent(() => expect(device.received).toHaveLength(1));
    expect(shown(device)[0]).toMatchObject({
      title: '委托部分成交：BTC/USDT',
      body: '卖出 0.004 / 0.01 BTC，成交均价 60000 USDT',
      path: '/pages/trade/history',
    });
    await chen.call(trade.cancelAll, { symbol: 'all' });
  });

  test('are not pushed to the device that placed the order, but to the customer’s others', async () => {
    const dora = await funded('dora');
    const [phone, laptop] = [await subscribe(dora), await subscribe(await logIn('dora'))];
    await order(maker, 'sell', '60100', '0.002');
    await order(dora, 'buy', '60100', '0.002');
    await sent(() => expect(titles(laptop)).toContain('Order filled: BTC/USDT'));
    // What is pushed to the phone later has come, and the fill has not.
    await logIn('dora');
    const newDevice = 'Log-in from a new device';
    await sent(() => expect(titles(phone).filter((title) => title === newDevice)).toHaveLength(2));
    expect(titles(phone)).not.toContain('Order filled: BTC/USDT');
  });

  test('within a few seconds become one message, and the inbox and mail have it if they are chosen', async () => {
    const emil = await funded('emil');
    const device = await subscribe(emil);
    await choose(emil, 'fills', 'inApp', true);
    await choose(emil, 'fills', 'mail', true);
    for (const price of ['60201', '60202', '60203']) await order(emil, 'sell', price);
    await order(maker, 'buy', '60203', '0.003');
    await sent(() => expect(titles(device)).toEqual(['3 orders were filled']));
    const { items } = await emil.call(calls.content.list, { kind: 'account' });
    expect(items.map(({ title }) => title)).toContain('3 orders were filled');
    await sent(async () => {
      const [mail] = await exchange.anonymous.call(demo.mailbox, { to: 'emil@test.example' });
      expect(mail?.subject).toBe('FFT: 3 orders were filled');
      expect(mail?.text).toContain('Sold 0.001 BTC at an average price of 60202 USDT');
    });
  });
});

test('a fill right before the server stops is reported by the next start', async () => {
  const kai = await funded('kai');
  const device = await subscribe(kai);
  await order(kai, 'sell', '60300');
  await order(maker, 'buy', '60300');
  await exchange.restart();
  await sent(() => expect(titles(device)).toEqual(['Order filled: BTC/USDT']));
});

test('a stop that was triggered is reported once, with what came of it', async () => {
  const fang = await funded('fang', 'zh');
  const device = await subscribe(fang);
  await order(maker, 'sell', '61000');
  await order(fang, 'buy', '61000');
  await order(fang, 'buy', '61900', '0.002', { stopPrice: '62000', stopDirection: 'rising' });
  await order(maker, 'sell', '62000');
  await order(await trader(), 'buy', '62000');
  await sent(() => expect(titles(device)).toEqual(['止损委托已触发：BTC/USDT']));
  expect(shown(device)[0]?.body).toContain('触发价 62000 USDT：已按 61900 USDT 挂单');
  await fang.call(trade.cancelAll, { symbol: 'all' });
  const { items } = await fang.call(calls.content.list, { kind: 'account' });
  expect(items.map(({ title }) => title)).toContain('止损委托已触发：BTC/USDT');
});

async function trigger(price: string): Promise<void> {
  await order(maker, 'sell', price);
  await order(await trader(), 'buy', price);
}

let second: TestCustomer | null = null;
const trader = async (): Promise<TestCustomer> => (second ??= await funded('trader'));

describe('quiet hours', () => {
  /** Hours around the present time in a zone that is far from it. */
  const aroundNow = () => {
    const hour = new Date(Date.now() + 8 * 3_600_000).getUTCHours();
    const time = (shift: number) => `${String((hour + shift + 24) % 24).padStart(2, '0')}:00`;
    return { from: time(-1), until: time(2), timeZone: 'Asia/Shanghai' };
  };

  test('hold pushes and mails back, then send them as one; security does not wait', async () => {
    const gina = await funded('gina');
    const device = await subscribe(gina);
    await choose(gina, 'alerts', 'mail', true);
    await gina.call(calls.notifications.setQuietHours, aroundNow());
    await trigger('63000');
    for (const price of ['63100', '63200']) await gina.call(watchlist.createAlert, { symbol, price });
    await trigger('63300');
    await logIn('gina');
    await sent(() => expect(titles(device)).toEqual(['Log-in from a new device']));
    await waitFor(async () => {
      const inbox = await gina.call(calls.content.list, { kind: 'account' });
      expect(inbox.items.filter(({ title }) => title.startsWith('Price alert'))).toHaveLength(2);
    });
    clock.offsetMs = 4 * 3_600_000;
    await sent(() => expect(titles(device)).toEqual(['Log-in from a new device', '2 price alerts']));
    await sent(async () => {
      const [mail] = await exchange.anonymous.call(demo.mailbox, { to: 'gina@test.example' });
      expect(mail?.subject).toBe('FFT: 2 price alerts');
    });
  });

  test('that are switched off release what waits', async () => {
    const hugo = await funded('hugo');
    const device = await subscribe(hugo);
    await hugo.call(calls.notifications.setQuietHours, aroundNow());
    await trigger('64000');
    await hugo.call(watchlist.createAlert, { symbol, price: '64100' });
    await trigger('64100');
    const held = async () => {
      const { rows } = await exchange.database.pool.query<{ due: number; time: number }>(
        'select due, time from notifications where customer = $1',
        [hugo.id],
      );
      return rows.some(({ due, time }) => due - time > 60_000);
    };
    await sent(async () => expect(await held()).toBe(true));
    await hugo.call(calls.notifications.setQuietHours, {});
    await sent(() => expect(titles(device)).toEqual(['Price alert: BTC/USDT rose to 64100.0']));
    expect(shown(device)[0]?.path).toBe('/pages/home/deal?symbol=BTC%2FUSDT');
  });
});

test('changes of the account reach the other devices, and leave out what the customer hides', async () => {
  const ida = await exchange.register('ida');
  const other = await logIn('ida');
  const [phone, laptop] = [await subscribe(ida), await subscribe(other)];
  await ida.call(calls.notifications.setHideDetails, { hide: true });
  await ida.call(calls.user.sendCode, { type: 'pay' });
  const mails = await exchange.anonymous.call(demo.mailbox, { to: 'ida@test.example' });
  const code = mails.find((mail) => mail.code !== undefined)?.code ?? '';
  await ida.call(calls.user.setPassword, { type: 'pay', code, password: '135790', passwordConfirm: '135790' });
  await sent(() => expect(laptop.received).toHaveLength(1));
  expect(shown(laptop)[0]).toMatchObject({ title: 'Account security', body: 'Open the app for details.' });
  // Later changes reach the phone too, and this one has not.
  await logIn('ida');
  await sent(() => expect([laptop.received.length, phone.received.length > 0]).toEqual([2, true]));
  expect(phone.received).toHaveLength(1);
  const { items } = await ida.call(calls.content.list, { kind: 'account' });
  expect(items[1]?.title).toBe('Your transaction password was set');
});

test('a push service that fails is tried again, and given up after five tries', async () => {
  const jack = await exchange.register('jack');
  const device = await subscribe(jack);
  device.answer(503);
  await logIn('jack');
  const tries = async () => {
    const { rows } = await exchange.database.pool.query<{ tries: number }>(
      'select tries from notifications where customer = $1',
      [jack.id],
    );
    return rows[0]?.tries;
  };
  /** What failed is due again later, so that only one try follows at a time. */
  const tried = (count: number | undefined) =>
    waitFor(async () => {
      exchange.wake('notifications.send');
      expect(await tries()).toBe(count);
    });
  await tried(1);
  device.answer(201);
  clock.offsetMs = 61_000;
  await sent(() => expect(titles(device)).toEqual(['Log-in from a new device']));
  device.answer(503);
  await logIn('jack');
  for (let seen = 1; seen < 5; seen += 1) {
    await tried(seen);
    clock.offsetMs += 3_600_000;
  }
  await tried(undefined);
});

test('without a session nothing can be read or chosen', async () => {
  for (const call of [calls.notifications.choices, calls.notifications.unsubscribe, calls.firstSteps.read])
    await expect(exchange.anonymous.call(call, {})).rejects.toMatchObject({ code: 1001 });
});
