import { join } from 'node:path';
import { chainNames } from '@fft/chains';
import { calls } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { consoleUrlOf, enterOperator, openConsole } from './harness/console.ts';
import { consoleWords } from './harness/console-words.ts';
import { openAs } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { comeBack, prepareWithdrawers, withdraw } from './harness/withdrawer.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  const clock = join(import.meta.dirname, 'harness/yesterday.ts');
  exchange = await startExchange({
    env: { CONSOLE_PORT: '0', FOUR_EYES_FROM_USDT: '20000' },
    command: [process.execPath, '--import', clock, 'apps/exchange/dist/main.js'],
  });
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const { treasury: t, money } = consoleWords('en');
const { treasury: zh, money: zhMoney } = consoleWords('zh');

test('a withdrawal over the limit is sent once two operators approve; a smaller one is rejected with a reason', async () => {
  const [anna, ben] = await prepareWithdrawers(exchange, ['Anna Novak', 'Ben Moreau']);
  if (!anna || !ben) throw new Error('two customers are needed');
  const annas = await comeBack(exchange, anna);
  const bens = await comeBack(exchange, ben);
  const large = await withdraw(annas.client, anna, '25000');
  const small = await withdraw(bens.client, ben, '12000');
  expect([large.state, small.state]).toEqual(['review', 'review']);
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, bens, 'pages/content/index');
  await phone.getByRole('main').waitFor();

  const url = consoleUrlOf(exchange);
  const screens: Page[] = [];
  for (const name of ['first', 'second']) {
    const operator = await enterOperator(exchange, `${name}.treasurer`, 'treasury');
    const lang = name === 'first' ? 'en' : 'zh';
    screens.push(await openConsole({ browser, url, lang }, operator, '/withdrawals'));
  }
  const [first, second] = screens;
  if (!first || !second) throw new Error('two screens are needed');
  const rowOf = (screen: Page, amount: string) => screen.getByRole('row').filter({ hasText: amount });
  const panelOf = (screen: Page) =>
    screen.getByRole('complementary', { name: screen === first ? t.detail : zh.detail, exact: true });

  for (const screen of screens) await rowOf(screen, '25,000').getByText('Anna Novak', { exact: true }).waitFor();
  await rowOf(first, '25,000').getByRole('button').click();
  await panelOf(first).getByText(t.fourEyes).waitFor();
  await panelOf(first).getByText(t.risks.large).waitFor();
  // Neither the key nor the button approves: each opens what must be checked.
  await first.keyboard.press('a');
  const asked = first.getByRole('dialog', { name: money.approveTitle });
  for (const fact of ['Anna Novak', money.identities.passed, money.noWithdrawals, money.newAddress, chainNames.TRX.en])
    await asked.getByText(fact, { exact: true }).first().waitFor();
  await asked.getByText(money.sources.faucet).first().waitFor();
  await first.keyboard.press('Escape');
  await asked.waitFor({ state: 'detached' });
  expect(await panelOf(first).getByText(t.proposedBy('first.treasurer')).count()).toBe(0);
  await panelOf(first).getByRole('button', { name: t.approve }).click();
  await asked.getByRole('button', { name: money.approveAmount('25,000 USDT') }).click();
  await panelOf(first).getByText(t.proposedBy('first.treasurer')).waitFor();
  // The first approver can't be the second as well.
  expect(await panelOf(first).getByRole('button', { name: t.agree }).isDisabled()).toBe(true);

  await rowOf(second, '25,000').getByRole('button').click();
  await panelOf(second).getByText(zh.proposedBy('first.treasurer')).waitFor();
  await panelOf(second).getByRole('button', { name: zh.agree }).click();
  const askedAgain = second.getByRole('dialog', { name: zhMoney.agreeTitle });
  await askedAgain.getByText('Anna Novak').waitFor();
  await askedAgain.getByRole('button', { name: zhMoney.agreeAmount('25,000 USDT') }).click();
  await rowOf(second, '25,000').waitFor({ state: 'detached' });
  const stateOf = async ({ client }: typeof annas, { id }: typeof large) => {
    const found = await client.call(calls.withdrawals.detail, { id });
    return 'state' in found ? found.state : null;
  };
  await expect.poll(() => stateOf(annas, large)).not.toBe('review');

  await rowOf(second, '12,000').getByRole('button').click();
  await panelOf(second).getByText(zh.oneIsEnough).waitFor();
  await panelOf(second).getByRole('button', { name: zh.reject }).click();
  const dialog = second.getByRole('dialog');
  await dialog.getByText(zh.rejectText('Ben Moreau', 'USDT')).waitFor();
  await dialog.getByLabel(zh.zh).fill('地址有风险');
  await dialog.getByLabel(zh.en).fill('The address is risky');
  await dialog.getByRole('button', { name: zh.reject }).click();
  await second.getByText(zh.none).waitFor();
  await expect.poll(() => stateOf(bens, small)).toBe('rejected');
  await phone.getByText('Your withdrawal was rejected').click();
  await phone.getByText('The address is risky').waitFor();
});
