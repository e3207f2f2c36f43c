import { join } from 'node:path';
import type { Lang } from '@fft/contract';
import type { Role } from '@fft/console-contract';
import type { Browser, Page } from 'playwright-core';
import { consoleUrlOf, enterOperator, openConsole } from '../../e2e/harness/console/console.ts';
import type { ExchangeProcess } from '../../e2e/harness/exchange/exchange-process.ts';
import { sendPapers } from './console-scene.ts';

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

/** Takes pictures of the operators' console of a running exchange, with documents to review. */
export async function photographConsole(browser: Browser, exchange: ExchangeProcess, folder: string): Promise<void> {
  await sendPapers(browser, exchange);
  const url = consoleUrlOf(exchange);
  for (const { name, role, path, lang, act } of pictures) {
    const operator = await enterOperator(exchange, role === 'support' ? 'm.okafor' : 'i.sato', role);
    const page = await openConsole({ browser, url, lang, scale: 1.5 }, operator, path);
    await act(page);
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
    await page.context().close();
    process.stdout.write(`docs/pictures/${name}.png\n`);
  }
}
