import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';
import type { MoneyCustomer } from '../../testing/test-money.ts';
import { waitFor } from '../../testing/wait-for.ts';
import { readAudit } from '../audit/audit.ts';

let testConsole: TestConsole;
let anna: MoneyCustomer;
let bob: MoneyCustomer;

beforeAll(async () => {
  testConsole = await startTestConsole();
  anna = await testConsole.money.customer('anna', 'en', { USDT: '10000' });
  bob = await testConsole.money.customer('bob', 'zh', { USDT: '10000' });
});
afterAll(() => testConsole.money.exchange.stop());

const { markets, content } = consoleCalls;
const lastAct = async () => (await readAudit(testConsole.money.exchange.database.db, { limit: 1 }))[0];

describe('markets', () => {
  test('a changed rate applies to amounts that are displayed from then on', async () => {
    await testConsole.by.market.call(markets.setRate, { unit: 'CNY', perUsdt: '7.25' });
    // Other processes are notified by the database, a moment later.
    const perUsdt = async () => (await anna.call(calls.market.rates, {})).rates['CNY'];
    await expect.poll(perUsdt).toBe('7.25');
    expect(await lastAct()).toMatchObject({ operator: 'the.market', after: expect.anything() as unknown });
    await expect(testConsole.by.market.call(markets.setRate, { unit: 'CNY', perUsdt: '0' })).rejects.toMatchObject({
      code: Code.badRequest,
    });
  });
});

describe('content', () => {
  const text = (body: string) => ({
    titleZh: '标题',
    titleEn: 'A title',
    textZh: `中文 ${body}`,
    textEn: `English ${body}`,
  });

  test('a message reaches its recipients immediately, sanitised and in their language', async () => {
    const page = await testConsole.open(anna);
    const had = (await anna.call(calls.content.unread, {})).count;
    const hostile = '**bold** [out](javascript:alert(1)) <script>alert(1)</script><img src=x onerror=alert(1)>';
    const sent = await testConsole.by.content.call(content.sendMessage, {
      customers: `${anna.id}, ${bob.id} 999999`,
      ...text(hostile),
    });
    expect(sent).toEqual({ id: 1, count: 2, unknown: [999_999], approval: null });
    expect(await page.unread()).toBe(had + 1);
    page.close();
    const of = async (who: MoneyCustomer) => {
      const { items } = await who.call(calls.content.list, { kind: 'account' });
      const id = items.find(({ title }) => title === 'A title' || title === '标题')?.id ?? '';
      return who.call(calls.content.detail, { id });
    };
    const read = await of(anna);
    expect(read.html).toContain('<strong>bold</strong>');
    expect(read.html).not.toMatch(/javascript:|<script|onerror|<img/);
    expect((await of(bob)).html).toContain('中文');
    expect((await anna.call(calls.content.unread, {})).count).toBe(had);
    expect(await lastAct()).toMatchObject({ operator: 'the.content', act: 'message.send', target: 'message 1' });
    for (const customers of ['everybody', ' , ', '12 x']) {
      const wrong = testConsole.by.content.call(content.sendMessage, { customers, ...text('') });
      await expect(wrong).rejects.toMatchObject({ code: Code.badRequest });
    }
  });

  test('a message that is sent again with the same id, after a lost response, is sent once', async () => {
    const writer = testConsole.by.content;
    const at = testConsole.money.clock.time + 60_000;
    const wanted = { requestId: 'once', customers: bob.id, at, ...text('once') };
    const twice = await Promise.all([wanted, wanted].map((each) => writer.call(content.sendMessage, each)));
    expect(twice[1]).toEqual(twice[0]);
    const other = writer.call(content.sendMessage, { ...wanted, ...text('other') });
    await expect(other).rejects.toMatchObject({ code: Code.conflict });
    expect((await writer.call(content.messages, {})).items.filter(({ state }) => state === 'planned')).toHaveLength(1);
    await writer.call(content.cancelMessage, { id: twice[0]?.id ?? 0 });
  });

  test('a message to a group reaches only that group, when it is due, and can be cancelled before', async () => {
    const writer = testConsole.by.content;
    const { db } = testConsole.money.exchange.database;
    const titles = async (who: MoneyCustomer) =>
      (await who.call(calls.content.list, { kind: 'account' })).items.map(({ title }) => title);
    const state = async (id: number) =>
      (await writer.call(content.messages, {})).items.find((message) => message.id === id);
    expect(await writer.call(content.countRecipients, { language: 'zh' })).toEqual({ count: 1, unknown: [] });
    const words = { ...text('kind'), titleZh: '中文用户', titleEn: 'Who speaks Chinese' };
    const { id } = await writer.call(content.sendMessage, { language: 'zh', identity: 'passed', ...words });
    await expect
      .poll(() => state(id ?? 0))
      .toMatchObject({ state: 'done', recipients: 1, sent: 1, language: 'zh', listed: null });
    expect(await titles(bob)).toContain('中文用户');
    expect(await titles(anna)).not.toContain('Who speaks Chinese');

    const tier = await db
      .insertInto('fee_tiers')
      .values({ name_zh: '一', name_en: 'One', maker_ppm: 0, taker_ppm: 0, from_usdt: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await testConsole.by.market.call(consoleCalls.fees.setTier, { customer: Number(anna.id), tier: tier.id });
    await testConsole.agreeAll('market');
    const at = testConsole.money.clock.time + 60_000;
    const planned = await writer.call(content.sendMessage, {
      tier: tier.id,
      at,
      ...text('later'),
      titleZh: '以后',
      titleEn: 'Later',
    });
    const never = { language: 'en', at, ...text('never'), titleEn: 'Never' } as const;
    const dropped = await writer.call(content.sendMessage, never);
    expect([planned.count, dropped.count]).toEqual([1, 1]);
    await writer.call(content.cancelMessage, { id: dropped.id ?? 0 });
    expect(await lastAct()).toMatchObject({
      act: 'message.cancel',
      target: `message ${dropped.id}`,
      after: { sent: 0 },
    });
    await expect(writer.call(content.cancelMessage, { id: dropped.id ?? 0 })).rejects.toMatchObject({
      code: Code.conflict,
    });
    expect(await state(planned.id ?? 0)).toMatchObject({ state: 'planned', due: at, recipients: null, tier: tier.id });
    testConsole.money.clock.time = at;
    await waitFor(async () => {
      testConsole.money.exchange.wake('content.broadcasts');
      expect(await titles(anna)).toContain('Later');
    });
    expect(await titles(bob)).not.toContain('以后');
    expect(await titles(anna)).not.toContain('Never');
  });

  test('a notice is public from its time on; changes and deletion apply immediately', async () => {
    const { content: writer } = testConsole.by;
    const { anonymous } = testConsole.money.exchange;
    /** Whether the list has it, and whether the home page does. */
    const shows = async (wanted: string) => {
      const { items } = await anonymous.call(calls.content.list, { kind: 'notice' });
      const { notices } = await anonymous.call(calls.home.carousel, {});
      return [items, notices].map((all) => all.some(({ title }) => title === wanted));
    };
    const time = testConsole.money.clock.time + 3_600_000;
    // The longest text that is accepted, in three bytes a character.
    const { html } = await writer.call(content.preview, { text: `# ${'长'.repeat(7_998)}` });
    expect(html).toBe(`<h2>${'长'.repeat(7_998)}</h2>\n`);
    const soon = { kind: 'notice', time, ...text('soon'), titleEn: 'Soon' } as const;
    const { notice } = await writer.call(content.saveNotice, soon);
    if (notice === null) throw new Error('the notice waits');
    expect(await shows('Soon')).toEqual([false, false]);
    testConsole.money.clock.time += 3_600_000;
    expect(await shows('Soon')).toEqual([true, true]);
    const again = await testConsole.enter('the.content', testConsole.by.content.secret);
    await again.call(content.saveNotice, { ...notice, kind: 'notice', titleEn: 'Now' });
    expect(await shows('Now')).toEqual([true, true]);
    expect((await again.call(content.list, {})).notices.find(({ id }) => id === notice.id)).toMatchObject({
      textEn: 'English soon',
    });
    await again.call(content.deleteNotice, { id: notice.id });
    expect(await shows('Now')).toEqual([false, false]);
    expect(await lastAct()).toMatchObject({ act: 'notice.delete', before: { title: { en: 'Now' } } });
    await expect(again.call(content.deleteNotice, { id: notice.id })).rejects.toMatchObject({ code: Code.notFound });
    await expect(again.call(content.saveNotice, { ...notice, kind: 'notice' })).rejects.toMatchObject({
      code: Code.notFound,
    });
  });

  test('banners show between their times; the preview and the about page are safe HTML', async () => {
    const writer = await testConsole.enter('the.content', testConsole.by.content.secret);
    const shown = async () =>
      (await testConsole.money.exchange.anonymous.call(calls.home.carousel, {})).banners.map(({ title }) => title);
    const { time } = testConsole.money.clock;
    const banner = { position: 0, titleZh: '横幅', titleEn: 'Banner', link: '/pages/market' };
    const { banner: saved } = await writer.call(content.saveBanner, {
      ...banner,
      from: time + 1000,
      until: time + 2000,
    });
    expect(await shown()).not.toContain('Banner');
    testConsole.money.clock.time = time + 1000;
    expect(await shown()).toContain('Banner');
    testConsole.money.clock.time = time + 2000;
    expect(await shown()).not.toContain('Banner');
    await writer.call(content.saveBanner, { ...banner, id: saved?.id });
    expect(await shown()).toContain('Banner');
    await writer.call(content.deleteBanner, { id: saved?.id ?? '' });
    expect(await shown()).not.toContain('Banner');
    for (const link of ['javascript:alert(1)', '//evil.example', 'http://plain.example'])
      await expect(writer.call(content.saveBanner, { ...banner, link })).rejects.toMatchObject({
        code: Code.badRequest,
      });
    const elsewhere = { ...banner, image: 'https://elsewhere.example/a.png' };
    await expect(writer.call(content.saveBanner, elsewhere)).rejects.toMatchObject({ code: Code.badRequest });
    const { html } = await writer.call(content.preview, { text: '# One\n\n<iframe src="https://x"></iframe>two' });
    expect(html).toContain('two');
    expect(html).not.toContain('iframe');
    await writer.call(content.saveAbout, { textZh: '关于**我们**', textEn: 'About **us**' });
    expect((await testConsole.money.exchange.anonymous.call(calls.content.about, {})).html).toContain(
      'About <strong>us</strong>',
    );
    expect((await writer.call(content.list, {})).about).toEqual({ textZh: '关于**我们**', textEn: 'About **us**' });
  });
});
