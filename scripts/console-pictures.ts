import { join } from 'node:path';
import type { Lang } from '@fft/contract';
import type { Role } from '@fft/console-contract';
import type { Browser, Page } from 'playwright-core';
import { registerByApi } from '../e2e/harness/api-customer.ts';
import { consoleUrlOf, enterOperator, sitDown } from '../e2e/harness/console.ts';
import type { ExchangeProcess } from '../e2e/harness/exchange-process.ts';
import { submitPapers } from '../e2e/harness/papers.ts';

interface ConsolePicture {
  readonly name: string;
  readonly role: Role;
  readonly path: string;
  readonly lang: Lang;
  readonly act: (page: Page) => Promise<void>;
}

const pictures: readonly ConsolePicture[] = [
  {
    name: 'console-identity-zh',
    role: 'compliance',
    path: '/identity',
    lang: 'zh',
    act: async (page) => {
      await page.locator('button[data-opens]').first().click();
      await page.locator('aside img').nth(2).waitFor();
    },
  },
  {
    name: 'console-customers-en',
    role: 'support',
    path: '/customers',
    lang: 'en',
    act: async (page) => {
      await page.locator('button[data-opens]').first().click();
      await page.getByRole('tabpanel').waitFor();
    },
  },
];

const people = ['Anna Novak', 'Wei Zhang', 'Lucas Moreau', 'Aisha Bello', 'Marek Kowalski', 'Sofia Ricci'];
/** Three photos of papers that nobody has. */
async function drawPapers(browser: Browser, name: string): Promise<readonly Uint8Array[]> {
  const page = await browser.newPage({ viewport: { width: 800, height: 505 }, deviceScaleFactor: 1 });
  const photos: Uint8Array[] = [];
  for (const ground of ['#dfe8ff', '#e8e2ff', '#ffece2']) {
    await page.setContent(`<body style="margin:0"><svg viewBox="0 0 800 505">
      <rect width="800" height="505" fill="${ground}"/><rect width="800" height="90" fill="#8fa8ea"/>
      <text x="40" y="60" font-size="38" font-family="sans-serif" fill="#fff">${name}</text>
      <rect x="50" y="140" width="200" height="260" rx="16" fill="#b9c8f2"/><circle cx="150" cy="230" r="54" fill="#6f87c9"/>
      <path d="M70 400a80 80 0 0 1 160 0z" fill="#6f87c9"/>
      <g fill="#8aa0dd"><rect x="310" y="160" width="340" height="26" rx="13"/><rect x="310" y="230" width="400" height="26" rx="13"/>
      <rect x="310" y="300" width="240" height="26" rx="13"/><rect x="310" y="370" width="420" height="36" rx="8"/></g></svg>`);
    photos.push(await page.screenshot());
  }
  await page.close();
  return photos;
}

/** Photographs the operators' console of a running exchange, with papers to review. */
export async function photographConsole(browser: Browser, exchange: ExchangeProcess, folder: string): Promise<void> {
  for (const [place, name] of people.entries()) {
    const customer = await registerByApi(exchange.url, `${name.toLowerCase().replace(' ', '.')}@example.com`);
    // The first and the last show the same document.
    const number = `204518391${place % (people.length - 1)}`;
    await submitPapers(customer, name, number, await drawPapers(browser, name));
  }
  const url = consoleUrlOf(exchange);
  for (const { name, role, path, lang, act } of pictures) {
    const operator = await enterOperator(exchange, role === 'support' ? 'm.okafor' : 'i.sato', role);
    const page = await sitDown({ browser, url, lang, scale: 1.5 }, operator, path);
    await act(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    await page.context().close();
    process.stdout.write(`docs/pictures/${name}.png\n`);
  }
}
