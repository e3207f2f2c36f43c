import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleUrlOf, enterOperator, openConsole } from './harness/console/console.ts';
import { consoleWords } from './harness/console/console-words.ts';
import { openAs } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchangeWithShortWait } from './harness/exchange/shared-exchange.ts';
import { prepareWithdrawers, withdraw } from './harness/people/withdrawer.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchangeWithShortWait();
  browser = await sharedBrowser();
});

afterAll(() => closePages(browser));

const { treasury: t, money } = consoleWords('en');

test('a withdrawal over the limit is sent once two operators approve; a smaller one is rejected with a reason', async () => {
  const [anna, ben] = await prepareWithdrawers(exchange, ['Anna Dvorak', 'Ben Moreau']);
  if (!anna || !ben) throw new Error('two customers are needed');
  const large = await withdraw(anna, '25000');
  await withdraw(ben, '12000');
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, ben, 'pages/content/index');
  await phone.getByRole('main').waitFor();
  const open = async (name: string): Promise<Page> => {
    const operator = await enterOperator(exchange, name, 'treasury');
    return openConsole({ browser, url: consoleUrlOf(exchange), lang: 'en' }, operator, '/withdrawals');
  };
  const first = await open('li');
  const rowOf = (screen: Page, name: string) => screen.getByRole('row').filter({ hasText: name });
  const panelOf = (screen: Page) => screen.getByRole('complementary', { name: t.detail, exact: true });

  await rowOf(first, 'Anna Dvorak').getByRole('button').click();
  await first.keyboard.press('a');
  const asked = first.getByRole('dialog', { name: money.approveTitle });
  await asked.getByRole('button', { name: money.approveAmount('25,000 USDT') }).click();
  await panelOf(first).getByText(t.proposedBy('li')).waitFor();

  const second = await open('wu');
  await rowOf(second, 'Anna Dvorak').getByRole('button').click();
  await panelOf(second).getByText(t.proposedBy('li')).waitFor();
  await panelOf(second).getByRole('button', { name: t.agree }).click();
  const agreed = second.getByRole('dialog', { name: money.agreeTitle });
  await agreed.getByRole('button', { name: money.agreeAmount('25,000 USDT') }).click();
  await rowOf(second, 'Anna Dvorak').waitFor({ state: 'detached' });
  expect(await anna.client.call(calls.withdrawals.detail, { id: large.id })).not.toMatchObject({ state: 'review' });

  await rowOf(second, 'Ben Moreau').getByRole('button').click();
  await panelOf(second).getByRole('button', { name: t.reject }).click();
  const dialog = second.getByRole('dialog');
  await dialog.getByLabel(t.zh).fill('地址有风险');
  await dialog.getByLabel(t.en).fill('The address is risky');
  await dialog.getByRole('button', { name: t.reject }).click();
  await rowOf(second, 'Ben Moreau').waitFor({ state: 'detached' });
  await phone.getByText('Your withdrawal was rejected').click();
  await phone.getByText('The address is risky').waitFor();
  for (const page of [phone, first, second]) await page.context().close();
});
