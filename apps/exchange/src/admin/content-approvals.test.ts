import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import type { TestCustomer } from '../../testing/test-exchange.ts';

let testConsole: TestConsole;
let anna: TestCustomer;

beforeAll(async () => {
  testConsole = await startTestConsole({ OPERATOR_MESSAGES_PER_HOUR: '2', OWN_HOSTS: 'help.fft.example' });
  anna = await testConsole.money.exchange.register('anna', 'en');
});
afterAll(() => testConsole.money.exchange.stop());

const { content, operators } = consoleCalls;
const writer = (): TestOperator => testConsole.by.content;
const texts = (text: string) => ({ titleZh: '通知', titleEn: 'News', textZh: '内容', textEn: text });
const inbox = async () =>
  (await anna.call(calls.content.list, { kind: 'account' })).items.map(({ summary }) => summary);
const decide = (by: TestOperator, id: number | null) => by.call(operators.decide, { id: id ?? 0, agree: true });

describe('a message that leads elsewhere', () => {
  test.each([
    ['a link', 'See https://evil.example/x'],
    ['a link behind words', '[your balance](https://evil.example/x)'],
    ['a host without a link', 'See evil.example'],
    ['an address', 'Send to 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ])('by %s is sent by two operators', async (_what, text) => {
    const input = { ...texts(text), customers: anna.id };
    const answer = await writer().call(content.sendMessage, input);
    expect(answer).toMatchObject({ id: null, count: 1 });
    expect((await inbox()).join(' ')).not.toMatch(/evil|1A1zP1/);
    await expect(decide(writer(), answer.approval)).rejects.toMatchObject({ code: Code.conflict });
    await expect(decide(testConsole.by.treasury, answer.approval)).rejects.toMatchObject({ code: 403 });
    const { items } = await testConsole.by.admin.call(operators.approvals, { open: true });
    expect(items[0]).toMatchObject({ act: 'message', input: { recipients: 1, destinations: [expect.any(String)] } });
    await decide(testConsole.by.admin, answer.approval);
    await expect.poll(async () => (await inbox()).join(' ')).toMatch(/evil|balance|1A1zP1/);
    await testConsole.money.exchange.database.db.deleteFrom('messages').execute();
  });

  test('to the exchange’s own hosts is sent by one', async () => {
    const text = 'See [help](https://help.fft.example/a) and [withdraw](/pages/assets/withdraw)';
    const answer = await writer().call(content.sendMessage, { ...texts(text), customers: anna.id });
    expect(answer).toMatchObject({ approval: null, count: 1 });
  });
});

test('a message to all, or to more than one operator may write to within an hour, takes two', async () => {
  const toAll = await writer().call(content.sendMessage, texts('to all'));
  expect(toAll).toMatchObject({ id: null, approval: expect.any(Number) as number });
  await testConsole.by.admin.call(operators.decide, { id: toAll.approval ?? 0, agree: false });
  testConsole.money.clock.time += 3_600_001;
  const again = await testConsole.enter('the.content', testConsole.by.content.secret);
  const send = () => again.call(content.sendMessage, { ...texts('to one'), customers: anna.id });
  const outcomes = [await send(), await send(), await send()].map(({ id }) => id !== null);
  expect(outcomes).toEqual([true, true, false]);
});

test('notices, banners and the page about the exchange that lead elsewhere are saved by two', async () => {
  const again = await testConsole.enter('the.content', testConsole.by.content.secret);
  const admin = await testConsole.enter('the.admin', testConsole.by.admin.secret);
  const { anonymous } = testConsole.money.exchange;
  const link = 'https://evil.example';
  const notice = await again.call(content.saveNotice, { ...texts(`See ${link}`), kind: 'notice' });
  const banner = await again.call(content.saveBanner, { position: 0, titleZh: '横幅', titleEn: 'Gift', link });
  const about = await again.call(content.saveAbout, { textZh: '关于', textEn: `About ${link}` });
  expect([notice.notice, banner.banner]).toEqual([null, null]);
  const shown = async () => {
    const { banners } = await anonymous.call(calls.home.carousel, {});
    const { items } = await anonymous.call(calls.content.list, { kind: 'notice' });
    const page = await anonymous.call(calls.content.about, {});
    return [
      banners.some(({ title }) => title === 'Gift'),
      items.some(({ title }) => title === 'News'),
      /evil/.test(page.html),
    ];
  };
  expect(await shown()).toEqual([false, false, false]);
  for (const { approval } of [notice, banner, about]) {
    await expect(decide(again, approval)).rejects.toMatchObject({ code: Code.conflict });
    await decide(admin, approval);
  }
  expect(await shown()).toEqual([true, true, true]);
});
