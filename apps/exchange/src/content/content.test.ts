import { createClient, createStream } from '@fft/client';
import { calls, Code, type CallOutput, type Message } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitFor } from '../../testing/wait-for.ts';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../testing/test-exchange.ts';
import { thisBuild } from '../database/build.ts';
import { createInbox } from './inbox.ts';

let exchange: TestExchange;
let anna: TestCustomer;
let li: TestCustomer;
let time = Date.parse('2030-01-01T00:00:00Z');

beforeAll(async () => {
  exchange = await startTestExchange();
  anna = await exchange.register('anna', 'en');
  li = await exchange.register('li', 'zh');
});
afterAll(() => exchange.stop());

/** Adds a message to a customer's inbox, a second after the last. */
async function send(who: TestCustomer, title: string): Promise<void> {
  time += 1000;
  const message = { title: { zh: `${title}（中文）`, en: title }, paragraphs: { zh: ['正文'], en: ['<b>Text</b>'] } };
  await createInbox(() => time).send(exchange.database.db, Number(who.id), message);
}

async function all(who: TestCustomer, query: { kind?: Message['kind']; limit: number }): Promise<Message[]> {
  const items: Message[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: CallOutput<typeof calls.content.list> = await who.call(calls.content.list, {
      ...query,
      ...(cursor === '' ? {} : { cursor }),
    });
    items.push(...page.items);
    cursor = page.next;
  }
  return items;
}

describe('the inbox', () => {
  test('welcomes a new customer in their language, among the notices for all', async () => {
    const english = await anna.call(calls.content.list, {});
    expect(english.items.map(({ kind, title }) => [kind, title])).toEqual([
      ['account', 'Welcome to FFT'],
      ['notice', 'Prices in this demo come from a simulated market maker, not from real markets'],
      ['system', 'Verification codes arrive in the demo mailbox at /demo/mailbox'],
    ]);
    expect(english.items[0]).toMatchObject({ summary: 'Your account is open.', read: false });
    const chinese = await li.call(calls.content.list, {});
    expect(chinese.items.map(({ title }) => title)).toContain('欢迎来到 FFT');
    expect(chinese.items.every(({ title }) => /\p{Script=Han}|FFT/u.test(title))).toBe(true);
  });

  test('lists one kind of message', async () => {
    expect((await anna.call(calls.content.list, { kind: 'account' })).items.map(({ kind }) => kind)).toEqual([
      'account',
    ]);
    expect((await anna.call(calls.content.list, { kind: 'system' })).items.map(({ id }) => id)).toEqual(['demo-mail']);
  });

  test('lists the newest first, and its pages contain every message once', async () => {
    const ben = await exchange.register('ben', 'en');
    for (const title of ['one', 'two', 'three', 'four']) await send(ben, title);
    // Two messages have the same time.
    time -= 1000;
    await send(ben, 'five');
    const whole = await all(ben, { limit: 100 });
    expect(
      whole
        .slice(0, 2)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['five', 'four']);
    expect(whole.slice(2, 5).map(({ title }) => title)).toEqual(['three', 'two', 'one']);
    for (const limit of [1, 2, 3]) expect(await all(ben, { limit })).toEqual(whole);
    expect(await all(ben, { kind: 'account', limit: 2 })).toEqual(whole.filter(({ kind }) => kind === 'account'));
  });

  test('lists only notices for all without a session, and none as read', async () => {
    const { items } = await exchange.anonymous.call(calls.content.list, {});
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(['notice', 'system']);
    const [first] = items;
    const detail = await exchange.anonymous.call(calls.content.detail, { id: first?.id ?? '' });
    expect(detail).toMatchObject({ id: first?.id, read: false });
    expect((await exchange.anonymous.call(calls.content.list, {})).items).toEqual(items);
    await expect(exchange.anonymous.call(calls.content.list, { kind: 'account' })).rejects.toMatchObject({
      code: Code.sessionInvalid,
    });
  });
});

describe('reading', () => {
  test('a message is marked as read for its reader only', async () => {
    const cleo = await exchange.register('cleo', 'en');
    await send(cleo, 'news');
    expect(await cleo.call(calls.content.unread, {})).toEqual({ count: 4 });
    const [news, welcome] = (await cleo.call(calls.content.list, { kind: 'account' })).items;
    const detail = await cleo.call(calls.content.detail, { id: news?.id ?? '' });
    expect(detail).toEqual({ ...news, read: true, html: '<p>&lt;b&gt;Text&lt;/b&gt;</p>' });
    await cleo.call(calls.content.detail, { id: 'demo-mail' });
    await cleo.call(calls.content.detail, { id: 'demo-mail' });
    expect(await cleo.call(calls.content.unread, {})).toEqual({ count: 2 });
    const items = await all(cleo, { limit: 100 });
    const unread = items.filter(({ read }) => !read).map(({ id }) => id);
    expect(new Set(unread)).toEqual(new Set([welcome?.id, 'demo-prices']));
    expect((await li.call(calls.content.list, { kind: 'system' })).items[0]?.read).toBe(false);
  });

  test('all messages can be marked as read together', async () => {
    const dora = await exchange.register('dora', 'en');
    await dora.call(calls.content.detail, { id: 'demo-prices' });
    expect(await dora.call(calls.content.markAllRead, {})).toBeNull();
    expect(await dora.call(calls.content.unread, {})).toEqual({ count: 0 });
    expect((await all(dora, { limit: 100 })).every(({ read }) => read)).toBe(true);
    await send(dora, 'later');
    expect(await dora.call(calls.content.unread, {})).toEqual({ count: 1 });
  });

  test("another customer's message returns the same response as an unknown one, and stays unread", async () => {
    const [own] = (await li.call(calls.content.list, { kind: 'account' })).items;
    for (const id of [own?.id ?? '', 'account-999999', 'account-x', 'nothing']) {
      await expect(anna.call(calls.content.detail, { id })).rejects.toMatchObject({
        code: Code.notFound,
        message: 'No such message',
        data: null,
      });
    }
    await expect(li.call(calls.content.detail, { id: 'nothing' })).rejects.toMatchObject({ message: '消息不存在' });
    await expect(exchange.anonymous.call(calls.content.detail, { id: own?.id ?? '' })).rejects.toMatchObject({
      code: Code.notFound,
    });
    expect((await li.call(calls.content.list, { kind: 'account' })).items[0]?.read).toBe(false);
  });

  test("operators' text is returned as safe HTML", async () => {
    const html = '<p onclick="x()">Hello</p><script>alert(1)</script><a href="javascript:x">y</a>';
    const title = { title_zh: '公告', title_en: 'News' };
    await exchange.database.db
      .insertInto('notices')
      .values({ id: 'unsafe', kind: 'notice', ...title, html_zh: html, html_en: html, time: 1 })
      .execute();
    const detail = await anna.call(calls.content.detail, { id: 'unsafe' });
    expect(detail.html).toBe('<p>Hello</p><a target="_blank" rel="noopener noreferrer nofollow">y</a>');
  });
});

describe('refusals of the inbox', () => {
  test('bad queries are refused in both languages', async () => {
    const cursors = ['x', Buffer.from('1').toString('base64url'), Buffer.from('1.a b').toString('base64url')];
    for (const cursor of cursors) {
      await expect(anna.call(calls.content.list, { cursor })).rejects.toMatchObject({
        code: Code.badRequest,
        message: 'This has the wrong format',
      });
      await expect(li.call(calls.content.list, { cursor })).rejects.toMatchObject({ message: '格式不正确' });
    }
    await expect(anna.call(calls.content.list, { kind: 'x' as 'notice' })).rejects.toMatchObject({
      code: Code.badRequest,
    });
    await expect(anna.call(calls.content.list, { limit: 101 })).rejects.toMatchObject({ code: Code.badRequest });
    await expect(anna.call(calls.content.detail, { id: '' })).rejects.toMatchObject({ code: Code.badRequest });
    await expect(anna.call(calls.content.detail, { id: "' or 1=1" })).rejects.toMatchObject({ code: Code.badRequest });
  });

  test('calls without a session are refused', async () => {
    for (const call of [calls.content.unread, calls.content.markAllRead]) {
      await expect(exchange.anonymous.call(call, {})).rejects.toMatchObject({ code: Code.sessionInvalid });
    }
  });
});

test('the about page has name, version, text and links in both languages', async () => {
  const english = await exchange.anonymous.call(calls.content.about, {});
  expect(english).toMatchObject({
    name: 'FFT',
    version: thisBuild.version,
    links: [{ title: 'API reference', url: '/reference' }],
  });
  expect(english.html).toContain('<h3>The ledger first</h3>');
  const chinese = await li.call(calls.content.about, {});
  expect(chinese).toMatchObject({ links: [{ title: '接口文档' }] });
  expect(chinese.html).toContain('账本先行');
});

/** Logs in from a device that keeps `cookies`, as a browser does. */
async function loginFrom(userAgent: string, name: string, cookies: string[] = []): Promise<void> {
  const client = createClient({
    baseUrl: exchange.url,
    lang: () => 'en',
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      headers.set('user-agent', userAgent);
      headers.set('cookie', cookies.join('; '));
      const response = await fetch(url, { ...init, headers });
      const given = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
      cookies.push(...given);
      return response;
    },
  });
  await client.call(calls.auth.login, { email: `${name}@test.example`, password: `the password of ${name}` });
}

test('a new message is sent only to the open sockets of its reader', async () => {
  const erik = await exchange.register('erik');
  const url = `${exchange.url.replace('http', 'ws')}/ws`;
  const streams = [erik, li].map(({ token }) => createStream({ url, token: () => token }));
  const heard: unknown[][] = [[], []];
  try {
    streams.forEach((stream, index) => stream.subscribe('messages', (data) => heard[index]?.push(data)));
    await waitFor(() => expect(streams.map(({ state }) => state)).toEqual(['live', 'live']));
    let device = 0;
    // The subscription may come a moment after the connection.
    await waitFor(async () => {
      await loginFrom(`device ${++device}`, 'erik');
      expect(heard[0]?.length).toBeGreaterThan(0);
    });
    await waitFor(async () => {
      const { count } = await erik.call(calls.content.unread, {});
      expect(heard[0]?.at(-1)).toEqual({ unread: count });
    });
    expect(heard[1]).toEqual([]);
  } finally {
    for (const stream of streams) stream.close();
  }
});

test('a log-in from an unknown device adds one message to the inbox', async () => {
  const phone: string[] = [];
  const titles = async () => (await anna.call(calls.content.list, { kind: 'account' })).items.map(({ title }) => title);
  const before = await titles();
  await loginFrom('Phone <b>1</b>', 'anna', phone);
  expect(await titles()).toEqual(['Log-in from a new device', ...before]);
  // Devices are recognized by their key, not by the user agent.
  await loginFrom('Phone 1, updated', 'anna', phone);
  expect(await titles()).toHaveLength(before.length + 1);
  const [message] = (await anna.call(calls.content.list, { kind: 'account' })).items;
  const { html } = await anna.call(calls.content.detail, { id: message?.id ?? '' });
  expect(html).toContain('<p>Device: Phone &lt;b&gt;1&lt;/b&gt;</p>');
  await loginFrom('Phone 1, updated', 'anna');
  expect(await titles()).toHaveLength(before.length + 2);
});
