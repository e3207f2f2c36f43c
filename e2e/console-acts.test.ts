import { join } from 'node:path';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { codeFor, registerByApi } from './harness/api-customer.ts';
import { consoleWords } from './harness/console-words.ts';
import { consoleUrlOf, enterDemoOperator, openConsole } from './harness/console.ts';
import { newCustomer, openAs, password } from './harness/customer.ts';
import { removeDataFolder, startExchange, type ExchangeProcess } from './harness/exchange-process.ts';
import { comeBack } from './harness/withdrawer.ts';
import { words } from './harness/words.ts';

let browser: Browser;
let exchange: ExchangeProcess;
let url = '';

const email = 'anna@example.com';

beforeAll(async () => {
  exchange = await startExchange({
    env: { CONSOLE_PORT: '0', DEMO_OPERATORS: 'on' },
    command: [
      process.execPath,
      '--import',
      join(import.meta.dirname, 'harness/yesterday.ts'),
      'apps/exchange/dist/main.js',
    ],
  });
  const anna = await registerByApi(exchange.url, email);
  process.kill(exchange.pid, 'SIGUSR2');
  await anna.client.call(calls.user.sendCode, { type: 'pay' });
  const digits = { password: '294715', passwordConfirm: '294715' };
  await anna.client.call(calls.user.setPassword, { type: 'pay', code: await codeFor(anna.client, email), ...digits });
  process.kill(exchange.pid, 'SIGUSR2');
  url = consoleUrlOf(exchange);
  browser = await launchBrowser(inject('browserPath'));
});

afterAll(async () => {
  await browser.close();
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
});

const t = consoleWords('en');
/** The account's language, which a device adopts at log-in and keeps. */
const app = words('en');

/** Each operator's session: a code of the authenticator app is valid once, and the next one is available half a minute later. */
const entered = new Map<string, ReturnType<typeof enterDemoOperator>>();

/** Opens the console as one of the demo's operators. */
async function screenOf(name: string, path: string): Promise<Page> {
  const session = entered.get(name) ?? enterDemoOperator(url, name);
  entered.set(name, session);
  return openConsole({ browser, url, lang: 'en' }, await session, path);
}

async function leave(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) await page.context().close();
}

test('support adds a note, resets a factor with a hold, locks and unlocks; the customer sees each action', async () => {
  const anna = await comeBack(exchange, { email });
  const { id } = await anna.client.call(calls.user.read, {});
  const before = await openAs({ browser, url: exchange.url, lang: 'en' }, anna, 'pages/home/index');
  await before.getByRole('main').waitFor();

  const screen = await screenOf('demo.support', `/customers?id=${id}`);
  const panel = screen.getByRole('complementary', { name: t.customers.tabsLabel });
  await panel.getByRole('tab', { name: t.customers.tabs.notes }).click();
  await panel.getByLabel(t.customers.note).fill('Lost her phone; identity shown by video');
  await panel.getByRole('button', { name: t.customers.addNote }).click();
  await panel.getByText('Lost her phone').and(panel.locator('article p')).waitFor();

  const ask = async (act: string, reason: string): Promise<void> => {
    await panel.getByRole('button', { name: act, exact: true }).click();
    // It says whose account it is about.
    const asks = screen.getByRole('dialog', { name: `${act} · ${email} · ${id}`, exact: true });
    await asks.getByLabel(t.customers.reason).fill(reason);
    await asks.getByRole('button', { name: act, exact: true }).click();
    await asks.waitFor({ state: 'detached' });
  };
  await ask(t.customers.reset, 'identity shown by video');
  const second = await screenOf('demo.admin', '/approvals');
  await second.getByText(t.approvals.acts.reset).first().click();
  await second.getByRole('button', { name: t.approvals.agree }).click();
  const asked = second.getByRole('dialog');
  await asked.getByText(email).waitFor();
  await asked.getByRole('button', { name: t.approvals.agree }).click();
  await second.getByText(t.approvals.noneOpen).waitFor();
  await screen.reload();
  await panel.getByRole('tab', { name: t.customers.tabs.profile }).click();
  await panel.getByText(t.customers.holdUntil).waitFor();
  // The session ended, and the app reacts without input.
  await before.waitForURL((address) => address.hash.includes('/login/'));

  const phone = await newCustomer({ browser, url: exchange.url, lang: 'en', email });
  const login = await phone.open('pages/login/login');
  const enter = async (): Promise<void> => {
    await login.getByLabel(app.login.email, { exact: true }).fill(email);
    await login.getByLabel(app.login.password, { exact: true }).fill(password);
    await login.getByRole('button', { name: app.login.logIn, exact: true }).click();
  };
  await enter();
  await login.waitForURL((address) => !address.hash.includes('/login/'));
  await login.goto(`${exchange.url}/#/pages/user/safety`);
  await login.getByText(app.safety.hold).waitFor();
  await login.goto(`${exchange.url}/#/pages/home/index`);
  await login.getByRole('main').waitFor();

  await ask(t.customers.lock, 'card stolen');
  await panel.getByText(t.customers.lockedBy.operator).waitFor();
  await login.waitForURL((address) => address.hash.includes('/login/'));
  await enter();
  const modal = login.getByRole('dialog').or(login.getByRole('alertdialog')).filter({ hasText: app.api.accountLocked });
  await modal.getByRole('button').click();
  await ask(t.customers.unlock, 'card found');
  await panel.getByText(t.customers.lockedBy.operator).waitFor({ state: 'detached' });
  await login.goto(`${exchange.url}/#/pages/login/login`);
  await enter();
  await login.waitForURL((address) => !address.hash.includes('/login/'));
  expect(await panel.getByRole('button', { name: t.customers.lock, exact: true }).count()).toBe(1);
  await leave(before, login, screen, second);
});

/** Lets the next call take effect but drops its answer. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  const lose = async (route: Route): Promise<void> => {
    await route.fetch();
    await route.abort();
  };
  await page.route(`**${path}`, lose, { times: 1 });
}

test('a bank transfer is credited and corrected once a second treasurer approves, and only once if it is sent again after a lost answer', async () => {
  const ben = await registerByApi(exchange.url, 'ben@example.com');
  const { id } = await ben.client.call(calls.user.read, {});
  const phone = await openAs({ browser, url: exchange.url, lang: 'en' }, ben, 'pages/content/index');
  await phone.getByRole('main').waitFor();
  const screens = [
    await screenOf('demo.treasury', '/treasury'),
    await screenOf('demo.treasury2', '/treasury'),
  ] as const;
  const usd = async (): Promise<string | undefined> => {
    const { accounts } = await ben.client.call(calls.assets.overview, {});
    return accounts.fiat.find(({ coin }) => coin === 'USD')?.usable;
  };

  const propose = async (screen: Page, kind: 'received' | 'fromCustomer', amount: string): Promise<void> => {
    await screen.getByRole('link', { name: t.shell.screens.treasury }).click();
    await screen.getByRole('button', { name: t.treasury.adjust }).click();
    const dialog = screen.getByRole('dialog');
    await dialog.getByLabel(t.treasury.adjustKind).selectOption(kind);
    await dialog.getByLabel(t.treasury.customerNumber, { exact: true }).fill(id);
    await dialog.getByLabel(t.treasury.account).selectOption('fiat');
    await dialog.getByLabel(t.treasury.coin, { exact: true }).fill('usd');
    await dialog.getByLabel(t.treasury.amount, { exact: true }).fill(amount);
    await dialog.getByLabel(t.treasury.reference).fill(`SEPA ${amount}`);
    await dialog.getByRole('button', { name: t.treasury.check }).click();
    await dialog.getByText('ben@example.com').waitFor();
    await loseAnswer(screen, consoleCalls.treasury.adjust.path);
    await dialog.getByRole('button', { name: t.treasury.propose }).click();
    await screen.getByText(t.ui.network).waitFor();
    await dialog.getByRole('button', { name: t.treasury.propose }).click();
    await dialog.waitFor({ state: 'detached' });
    // The operator who proposed it can't approve it.
    await screen.getByRole('link', { name: t.shell.screens.approvals }).click();
    await screen.getByRole('row').filter({ hasText: id }).getByRole('button').click();
    await screen.getByText(t.approvals.mineText).waitFor();
    expect(await screen.getByRole('button', { name: t.approvals.agree }).count()).toBe(0);
  };
  const agree = async (screen: Page): Promise<void> => {
    await screen.getByRole('link', { name: t.shell.screens.approvals }).click();
    await screen.reload();
    const row = screen.getByRole('row').filter({ hasText: id });
    await row.getByRole('button').click();
    await screen.getByRole('button', { name: t.approvals.agree }).click();
    await screen.getByRole('dialog').getByText('ben@example.com').waitFor();
    await screen.getByRole('dialog').getByRole('button', { name: t.approvals.agree }).click();
    await row.waitFor({ state: 'detached' });
  };
  await propose(screens[0], 'received', '5000');
  expect(Number((await usd()) ?? 0)).toBe(0);
  await agree(screens[1]);
  await phone.getByText('Your account was credited').waitFor();
  expect(Number(await usd())).toBe(5000);
  await propose(screens[1], 'fromCustomer', '120.5');
  await agree(screens[0]);
  await phone.getByText('Your account was corrected').waitFor();
  expect(Number(await usd())).toBe(4879.5);
  await leave(phone, ...screens);
});

test('an operator is invited and given another role once a second administrator approves', async () => {
  const first = await screenOf('demo.admin', '/operators');
  const second = await screenOf('demo.admin2', '/approvals');
  const name = 'n.petrov';
  const agree = async (): Promise<void> => {
    await second.reload();
    const row = second.getByRole('row').filter({ hasText: name });
    await row.getByRole('button').click();
    await second.getByRole('button', { name: t.approvals.agree }).click();
    await second.getByRole('dialog').getByRole('button', { name: t.approvals.agree }).click();
    await row.waitFor({ state: 'detached' });
  };
  await first.getByRole('button', { name: t.operators.invite }).click();
  await first.getByRole('dialog').getByLabel(t.operators.name).fill(name);
  await first.getByRole('dialog').getByLabel(t.operators.email).fill('n.petrov@staff.example');
  await first.getByRole('dialog').getByRole('button', { name: t.operators.invite }).click();
  await first.getByText(t.operators.proposed).waitFor();
  await agree();
  await second.getByText(t.approvals.mailed).waitFor();

  await first.reload();
  await first.getByRole('row').filter({ hasText: name }).getByRole('button').click();
  await first.getByRole('button', { name: t.operators.setRole }).click();
  await first
    .getByRole('dialog', { name: `${t.operators.setRole} · ${name}` })
    .getByLabel(t.operators.role)
    .selectOption('content');
  await first.getByRole('dialog').getByRole('button', { name: t.operators.setRole }).click();
  await first.getByText(t.operators.proposed).waitFor();
  await agree();
  const content = t.shell.roles.content;
  await first.reload();
  const row = first.getByRole('row').filter({ hasText: name }).filter({ hasText: content });
  await row.waitFor();
  expect(await row.innerText()).toContain(t.operators.states.invited);
  await leave(first, second);
});

/** Formats a time for a date and time field. */
function lineAt(time: number): string {
  return new Date(time).toLocaleString('sv-SE').slice(0, 16).replace(' ', 'T');
}

const hourMs = 3_600_000;

describe('an operator for content', () => {
  // One log-in for both tests: a code of the authenticator app is valid once.
  let screen: Page;
  beforeAll(async () => {
    screen = await screenOf('demo.content', '/content');
  });
  afterAll(() => leave(screen));

  test('publishes notices, banners and the about page, which customers see within their start and end times', async () => {
    const dialog = screen.getByRole('dialog');
    const guest = await newCustomer({ browser, url: exchange.url, lang: 'en', email: '' });
    const { title, text, languages } = t.content;
    const write = async (label: string, zh: string, en: string): Promise<void> => {
      for (const [lang, value] of [
        ['zh', zh],
        ['en', en],
      ] as const) {
        if ((await screen.getByRole('button', { name: languages[lang], exact: true }).count()) > 0)
          await screen.getByRole('button', { name: languages[lang], exact: true }).click();
        await screen.getByLabel(`${label} · ${languages[lang]}`).fill(value);
      }
    };
    const publish = async (act: string): Promise<void> => {
      await dialog.getByRole('button', { name: act, exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    /** Opens a page as a new visitor. */
    const sees = async (path: string): Promise<Page> => {
      const page = await guest.open(path);
      await page.getByRole('main').waitFor();
      await page.waitForLoadState('networkidle');
      return page;
    };

    await screen.getByRole('button', { name: t.content.newNotice }).click();
    await write(title, '维护', 'Maintenance on Sunday');
    await write(text, '周日维护', 'From **two** to three.');
    await dialog.getByLabel(t.content.time).fill(lineAt(Date.now() + 24 * hourMs));
    await publish(t.content.publish);
    const row = screen.getByRole('row').filter({ hasText: 'Maintenance on Sunday' });
    await row.getByText(t.content.states.planned).waitFor();
    const early = await sees('pages/home/index');
    expect(await early.getByText('Maintenance on Sunday').count()).toBe(0);
    await row.getByRole('button', { name: t.content.editNotice }).click();
    await dialog.getByLabel(t.content.time).fill(lineAt(Date.now() - hourMs));
    await publish(t.content.save);
    await row.getByText(t.content.states.shown).waitFor();

    await screen.getByRole('tab', { name: t.content.tabs.banners }).click();
    await screen.getByRole('button', { name: t.content.newBanner }).click();
    await write(title, '首周免手续费', 'No fees in the first week');
    await dialog.getByLabel(t.content.position).fill('0');
    await dialog.getByLabel(t.content.until).fill(lineAt(Date.now() + hourMs));
    await publish(t.content.publish);
    const home = await sees('pages/home/index');
    await home.getByText('Maintenance on Sunday').first().waitFor();
    await home.getByText('No fees in the first week').first().waitFor();
    const banner = screen.getByRole('row').filter({ hasText: 'No fees in the first week' });
    await banner.getByRole('button', { name: t.content.editBanner }).click();
    await dialog.getByLabel(t.content.until).fill(lineAt(Date.now() - hourMs));
    await publish(t.content.save);
    await banner.getByText(t.content.states.over).waitFor();
    const late = await sees('pages/home/index');
    await late.getByText('Maintenance on Sunday').first().waitFor();
    expect(await late.getByText('No fees in the first week').count()).toBe(0);

    await screen.getByRole('tab', { name: t.content.tabs.about }).click();
    await write(text, '## 新版', '## Who we are\n\nAn exchange of **its own**.');
    await screen.getByRole('button', { name: t.content.save }).click();
    await screen.getByText(t.content.saved).waitFor();
    const about = await sees('pages/content/about');
    await about.getByRole('heading', { name: 'Who we are' }).waitFor();
    await guest.context.close();
  });

  test('sends a message once even if it is submitted again after a lost answer', async () => {
    const eva = await registerByApi(exchange.url, 'eva@example.com');
    const { id } = await eva.client.call(calls.user.read, {});
    const { title, text, languages, tabs, send, sent } = t.content;
    await screen.getByRole('tab', { name: tabs.message }).click();
    await screen.getByLabel(t.content.customers).fill(id);
    for (const lang of ['zh', 'en'] as const) {
      await screen.getByRole('button', { name: languages[lang], exact: true }).click();
      await screen.getByLabel(`${title} · ${languages[lang]}`).fill(`Once ${lang}`);
      await screen.getByLabel(`${text} · ${languages[lang]}`).fill('Read this.');
    }
    await loseAnswer(screen, consoleCalls.content.sendMessage.path);
    await screen.getByRole('button', { name: send, exact: true }).click();
    await screen.getByText(t.ui.network).waitFor();
    await screen.getByRole('button', { name: send, exact: true }).click();
    await screen.getByText(sent(1)).waitFor();
    const titles = async (): Promise<readonly string[]> =>
      (await eva.client.call(calls.content.list, { kind: 'account' })).items.map((item) => item.title);
    await expect.poll(titles).toContainEqual(expect.stringContaining('Once'));
    // A second message would add a row to the list of sent messages.
    const row = screen.getByRole('row').filter({ hasText: 'Once en' });
    await row.first().waitFor();
    expect(await row.count()).toBe(1);
    expect((await titles()).filter((each) => each.startsWith('Once'))).toHaveLength(1);
  });
});
