import { rmSync } from 'node:fs';
import { encodeQR } from 'qr';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { launchBrowser } from '../scripts/browser.ts';
import { newMail, registerByApi } from './harness/people/api-customer.ts';
import { newCustomer, type Customer } from './harness/people/customer.ts';
import type { ExchangeProcess } from './harness/exchange/exchange-process.ts';
import { sharedExchange } from './harness/exchange/shared-exchange.ts';
import { filmOf } from './harness/browser/film.ts';
import { journeyLanguages } from './harness/pages/journey-languages.ts';
import { words } from './harness/pages/words.ts';

const address = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
const other = '0x9f8F72aA9304c8B593d555F12eF6589cC3A579A2';
const code = `ethereum:${address}@1?value=1`;

let exchange: ExchangeProcess;
/** Its camera is allowed and shows the code. */
let browser: Browser;
let film: string;

beforeAll(async () => {
  exchange = await sharedExchange();
  film = filmOf(encodeQR(code, 'raw'));
  browser = await launchBrowser(inject('fullBrowserPath'), [
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
});

afterAll(async () => {
  await browser.close();
  rmSync(film, { force: true });
});

async function newcomer(lang: 'zh' | 'en', name: string): Promise<Customer> {
  const { email, token } = await registerByApi(exchange.url, newMail(name), lang);
  return newCustomer({ browser, url: exchange.url, lang, email, token });
}

/** Decodes the next picture once `goOn` is called; `isRead` is true when the app has finished with it. */
const holdPictures = `{
  const open = createImageBitmap;
  globalThis.createImageBitmap = async (picked) => {
    globalThis.createImageBitmap = open;
    await new Promise((done) => (globalThis.goOn = done));
    const bitmap = await open(picked);
    bitmap.close = () => (globalThis.isRead = true);
    return bitmap;
  };
}`;

describe.for(journeyLanguages('zh'))('in %s', (lang) => {
  test('an address is scanned with the camera, or from a picture if the camera is refused', async () => {
    const { scan, wallet } = words(lang);
    const customer = await newcomer(lang, 'scanner');
    const page = await customer.open('pages/wallet/add?coin=ETH');
    const field = page.getByLabel(wallet.address, { exact: true });
    await page.getByRole('button', { name: scan.scan, exact: true }).click();
    await page.getByText(scan.refused, { exact: true }).waitFor();

    const picture = (text: string) => ({
      name: 'code.gif',
      mimeType: 'image/gif',
      buffer: Buffer.from(encodeQR(text, 'gif', { scale: 5 })),
    });
    await page.getByTestId('scan-picture').setInputFiles(picture('good morning'));
    await page.getByText(scan.noAddress, { exact: true }).waitFor();
    await page.getByTestId('scan-picture').setInputFiles(picture(code));
    await expect.poll(() => field.inputValue()).toBe(address);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    // A picture decoded after the sheet was closed changes nothing.
    await field.fill('');
    await page.getByRole('button', { name: scan.scan, exact: true }).click();
    await page.evaluate(holdPictures);
    await page.getByTestId('scan-picture').setInputFiles(picture(code));
    await expect.poll(() => page.evaluate('typeof globalThis.goOn')).toBe('function');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await field.fill(other);
    await page.evaluate('goOn()');
    await expect.poll(() => page.evaluate('globalThis.isRead')).toBe(true);
    expect(await field.inputValue()).toBe(other);

    await customer.context.grantPermissions(['camera']);
    await field.fill('');
    await page.getByRole('button', { name: scan.scan, exact: true }).click();
    await expect.poll(() => field.inputValue()).toBe(address);
  });
});
