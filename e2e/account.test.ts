import { mkdirSync } from 'node:fs';
import { calls, type Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, type TestContext } from 'vitest';
import { newMail, registerByApi, type ApiCustomer } from './harness/people/api-customer.ts';
import { approvePapers } from './harness/console/console.ts';
import { newCustomer, password, readCode, register, type Customer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { passMinute, timeOf } from './harness/exchange/movable-clock.ts';
import { pngOf } from './harness/browser/png.ts';
import { closePages, sharedBrowser } from './harness/browser/shared-browser.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { totpOf } from './harness/people/totp.ts';
import { words } from './harness/pages/words.ts';
import { choosePhoto, fillPapers } from './harness/pages/papers-form.ts';

let browser: Browser;
let exchange: ExchangeProcess;

beforeAll(async () => {
  exchange = await sharedExchange();
  browser = await sharedBrowser();
});

afterAll(async () => {
  await closePages(browser);
});

interface Newcomer extends Customer, Pick<ApiCustomer, 'client' | 'receive'> {
  /** The customer's number. */
  readonly id: string;
}

async function newcomer(lang: Lang, name: string): Promise<Newcomer> {
  const { email, token, client, receive } = await registerByApi(exchange.url, newMail(name), lang);
  const { id } = await client.call(calls.user.read, {});
  return { ...(await newCustomer({ browser, url: exchange.url, lang, email, token })), id, client, receive };
}

function pictureOnFailure({ onTestFailed }: TestContext, page: Page, name: string): void {
  onTestFailed(async () => {
    mkdirSync('test-results', { recursive: true });
    await page.screenshot({ path: `test-results/${name}.png` });
  });
}

/** Chooses yesterday in the calendar by keyboard; that day has no entries. */
async function nothingYesterday(page: Page, lang: Lang): Promise<void> {
  const t = words(lang);
  await page.getByRole('button', { name: t.dates.all, exact: true }).click();
  await page.locator('[aria-current=date]').press('ArrowLeft');
  await expect.poll(() => page.evaluate('document.activeElement.tabIndex')).toBe(0);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: t.dates.apply, exact: true }).click();
  await page.getByText(t.statement.emptyFiltered, { exact: true }).waitFor();
}

describe.for(journeyLanguages('zh'))('in %s', (lang) => {
  test('identity: going back and switching language keep what was typed, and a lost answer ends in review', async (context) => {
    const other = lang === 'zh' ? 'en' : 'zh';
    const t = words(lang).identity;
    const customer = await newcomer(lang, 'papers');
    const page = await customer.open('pages/user/idauth');
    pictureOnFailure(context, page, `identity-${lang}`);
    await page.getByRole('button', { name: t.goOn, exact: true }).click();
    await expect.poll(() => page.getByRole('alert').count()).toBe(3);
    const front = page.locator('[data-testid=photo-front][data-step=ready]');
    await fillPapers(page, lang);
    await choosePhoto(page, 'front', pngOf(1600, 1000, [40, 90, 200]));
    await page.goBack();
    const name = page.getByLabel(t.name, { exact: true });
    await expect.poll(() => name.inputValue()).toBe('Anna Novak');
    await page.getByRole('button', { name: t.goOn, exact: true }).click();
    await front.waitFor();

    const elsewhere = await customer.open('pages/home/index');
    for (const shown of [other, lang] as const) {
      await elsewhere.evaluate((locale) => localStorage.setItem('locale', locale), shown === 'zh' ? 'zh-CN' : 'en');
      await page.getByRole('heading', { name: words(shown).identity.photosTitle }).waitFor();
      await front.waitFor();
    }
    await elsewhere.close();

    for (const photo of ['back', 'hand'] as const) await choosePhoto(page, photo, pngOf(1600, 1000, [90, 40, 200]));
    await page.route('**/api/user/idauth.html', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: t.submit, exact: true }).click();
    await page.getByTestId('identity-pending').waitFor();
    await approvePapers(exchange, customer.id);
    await page.getByTestId('identity-passed').waitFor();
    await page.goto(`${exchange.url}/#/pages/user/index`);
    await page.getByText(words(lang).account.identity.passed).first().waitFor();
    await customer.context.close();
  });

  test('a customer uploads an avatar, reads their limits and invites a friend by code', async (context) => {
    const { account, avatar, invite, limits, login } = words(lang);
    const customer = await newcomer(lang, 'host');
    const page = await customer.open('pages/user/index');
    pictureOnFailure(context, page, `host-${lang}`);
    await page.getByRole('button', { name: account.editAvatar }).click();
    const buffer = pngOf(900, 600, [40, 160, 90]);
    await page.getByTestId('avatar-file').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer });
    await page.getByLabel(avatar.preview).waitFor();
    await page.getByRole('slider', { name: avatar.zoom }).fill('2');
    await page.getByLabel(avatar.preview).press('ArrowLeft');
    await page.getByRole('dialog').getByRole('button', { name: account.save, exact: true }).click();
    const picture = page.getByRole('button', { name: account.editAvatar }).locator('img');
    await picture.waitFor();
    // The server re-encodes the picture as a square.
    expect(
      await page.evaluate(
        `(({ naturalWidth, naturalHeight }) => [naturalWidth, naturalHeight])(document.querySelector('main img'))`,
      ),
    ).toEqual([384, 384]);

    await page.getByRole('link', { name: new RegExp(`^${limits.row}`) }).click();
    await page.getByText(limits.level.unverified).first().waitFor();
    await page.getByText(limits.needsIdentity).first().waitFor();
    await page.getByRole('button', { name: limits.verifyToWithdraw, exact: true }).waitFor();

    await page.goto(`${exchange.url}/#/pages/user/invite`);
    const code = await page.getByTestId('invite-code').innerText();
    expect(await page.getByTestId('invited').innerText()).toBe(invite.people(0));
    const friend = await newCustomer({ browser, url: exchange.url, lang, email: newMail('friend') });
    const door = await friend.open(`pages/login/reg?invite=${code}`);
    expect(await door.getByLabel(login.invite, { exact: true }).inputValue()).toBe(code);
    await door.close();
    await register(friend, code);
    await page.reload();
    await expect.poll(() => page.getByTestId('invited').innerText()).toBe(invite.people(1));
    for (const { context: device } of [customer, friend]) await device.close();
  });

  test('a customer transfers between accounts, reads the whole statement and reads the inbox', async (context) => {
    const [t, money] = [words(lang).transfer, words(lang).money];
    const customer = await newcomer(lang, 'mover');
    await customer.receive('USDT', '1000');
    const page = await customer.open('pages/transfer/index?coin=USDT');
    pictureOnFailure(context, page, `money-${lang}`);

    await page.getByLabel(money.amount, { exact: true }).fill('1000.000001');
    await page.getByRole('button', { name: /1,000\.000001 USDT/ }).click();
    await page.getByText(money.tooMuch).waitFor();
    // More lines than one page of the statement holds.
    for (let count = 1; count <= 20; count += 1) {
      const moved = { requestId: `move-${String(count)}`, coin: 'USDT', from: 'coin', to: 'fiat' } as const;
      await customer.client.call(calls.transfer.submit, { ...moved, amount: String(count) });
    }
    await page.getByLabel(money.amount, { exact: true }).fill('21');
    await page.getByRole('button', { name: /21 USDT/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: t.ok, exact: true }).click();
    await page.getByRole('alertdialog').waitFor({ state: 'hidden' });

    await page.goto(`${exchange.url}/#/pages/assets/coinbill?coin=USDT`);
    // The next page loads when the end of the list scrolls into view.
    await page.getByTestId('flow').nth(19).scrollIntoViewIfNeeded();
    await page.getByText(words(lang).kit.noMore).waitFor();
    const lines = await page.getByTestId('flow').allInnerTexts();
    expect(lines).toHaveLength(22);
    expect(lines[0]).toMatch(/−21\.0+ USDT/);
    expect(lines[21]).toMatch(/\+1,000\.0+ USDT/);
    await nothingYesterday(page, lang);
    // An empty page that has a cursor is not the end of the list.
    const fromNow = Buffer.from(`${(await timeOf(exchange)) + 60_000}.${Number.MAX_SAFE_INTEGER}.0`).toString(
      'base64url',
    );
    await page.route(
      '**/api/assets/encybill.html*',
      (route) => route.fulfill({ json: { code: 200, message: 'OK', data: { items: [], next: fromNow } } }),
      { times: 1 },
    );
    await page.goto(`${exchange.url}/#/pages/assets/encybill`);
    await page.getByTestId('flow').nth(19).scrollIntoViewIfNeeded();
    await expect.poll(() => page.getByTestId('flow').count()).toBe(21);

    await page.goto(`${exchange.url}/#/pages/content/index`);
    await page.getByTestId('message').first().waitFor();
    const unread = page.locator('[data-testid=message][data-unread]');
    const before = await unread.count();
    expect(before).toBeGreaterThan(0);
    await unread.first().click();
    await page.getByRole('article').waitFor();
    await page.goBack();
    await expect.poll(() => unread.count()).toBe(before - 1);
    await page.getByRole('button', { name: words(lang).content.readAll }).click();
    await expect.poll(() => unread.count()).toBe(0);
    await customer.context.close();
  });
});

describe.for(journeyLanguages('en'))('in %s', (lang) => {
  test('security: a customer adds an authenticator, ends a device’s session and resets a forgotten password', async (context) => {
    const [t, login, factor] = [words(lang).safety, words(lang).login, words(lang).secondFactor];
    const customer = await newcomer(lang, 'careful');
    const page = await customer.open('pages/user/safety');
    pictureOnFailure(context, page, `security-${lang}`);
    await page.getByText(t.done(2, 6)).waitFor();
    const phone = page.getByRole('link', { name: new RegExp(`^${t.phone}`) });
    expect(await phone.count()).toBe(1);
    // An exchange that can't send SMS doesn't offer a phone.
    await page.route('**/api/user/read.html*', async (route) => {
      const body = (await (await route.fetch()).json()) as { readonly data: object };
      await route.fulfill({ json: { ...body, data: { ...body.data, sms: false } } });
    });
    await page.reload();
    await page.getByText(t.done(2, 5)).waitFor();
    expect(await phone.count()).toBe(0);
    const { kinds, channels, switchName } = words(lang).notifications;
    const security = (channel: string) => page.getByRole('button', { name: switchName(kinds.security.title, channel) });
    await page.goto(`${exchange.url}/#/pages/user/notifications`);
    await security(channels.mail).waitFor();
    expect(await security(channels.sms).count()).toBe(0);
    await page.unroute('**/api/user/read.html*');
    await page.goto(`${exchange.url}/#/pages/user/safety`);
    await page.reload();
    await page.getByText(t.done(2, 6)).waitFor();

    await page.getByRole('button', { name: new RegExp(`^${t.totp}`) }).click();
    await page.getByLabel(t.passwordFirst, { exact: true }).fill(password);
    await page.getByRole('button', { name: t.goOn, exact: true }).click();
    const secret = (await page.getByTestId('totp-secret').innerText()).replaceAll(/\s/g, '');
    await page.getByLabel(t.totpCode, { exact: true }).fill(totpOf(secret, await timeOf(exchange)));
    await page.getByRole('button', { name: t.totpConfirm, exact: true }).click();
    await page.getByTestId('recovery-code').first().waitFor();
    const [recoveryCode = ''] = await page.getByTestId('recovery-code').allInnerTexts();
    await page.getByRole('button', { name: t.recoverySaved }).click();
    await page.getByText(t.done(3, 6)).waitFor();

    await page.getByRole('button', { name: new RegExp(`^${t.devices}`) }).click();
    await expect
      .poll(() => page.getByTestId('device').allInnerTexts())
      .toEqual([expect.stringContaining(t.thisDevice)]);

    // After logging out, the customer has forgotten the password.
    await page.goto(`${exchange.url}/#/pages/user/index`);
    await page.getByRole('button', { name: words(lang).account.logOut }).click();
    await page.goto(`${exchange.url}/#/pages/login/login`);
    await page.getByRole('link', { name: login.forgot }).click();
    // Both pages have a field for the e-mail address.
    await page.getByRole('heading', { name: login.forgetTitle }).waitFor();
    await page.getByLabel(login.email, { exact: true }).fill(customer.email);
    await passMinute(exchange);
    await page.getByRole('button', { name: words(lang).code.sendCode, exact: true }).click();
    await page.getByText(words(lang).code.mailSent).waitFor();
    await page.getByLabel(login.code, { exact: true }).fill(await readCode(customer));
    const fresh = 'quite another horse';
    await page.getByLabel(words(lang).password.newPassword, { exact: true }).fill(fresh);
    await page.getByLabel(words(lang).password.confirmPassword, { exact: true }).fill(fresh);
    await page.getByRole('button', { name: login.reset, exact: true }).click();

    // The new password is accepted, and the second factor is still required.
    await page.getByRole('button', { name: login.logIn, exact: true }).waitFor();
    await page.getByLabel(login.email, { exact: true }).fill(customer.email);
    await page.getByLabel(login.password, { exact: true }).fill(fresh);
    await page.getByRole('button', { name: login.logIn, exact: true }).click();
    await page.getByLabel(factor.label, { exact: true }).fill(recoveryCode);
    await page.getByRole('button', { name: login.logIn, exact: true }).click();
    await page.waitForURL((address) => !address.hash.includes('/login/'));
    await page.goto(`${exchange.url}/#/pages/user/safety`);
    await page.getByText(t.hold).waitFor();
  });
});
