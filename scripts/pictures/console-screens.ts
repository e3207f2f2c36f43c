import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { consoleScreens } from '../../e2e/harness/console/console-screens.ts';
import { consoleUrlOf, makeOperator, newConsoleContext, newConsolePage } from '../../e2e/harness/console/console.ts';
import { removeDataFolder, startExchange } from '../../e2e/harness/exchange/exchange-process.ts';
import { withMovableClock } from '../../e2e/harness/exchange/movable-clock.ts';
import { watchCalls } from '../../e2e/harness/browser/settled.ts';
import { shortWait } from '../../e2e/harness/exchange/shared-exchange.ts';
import { isWanted } from './capture-screen.ts';
import { photographQuestions } from './console-questions.ts';
import { fillConsole, type Operators, untilSampled } from './console-scene.ts';

/** The window's size for each state; the state is the end of a picture's name. */
const sizes = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 820, height: 1180 },
  phone: { width: 390, height: 844 },
  'phone-open': { width: 390, height: 844 },
  /** Shows the question before a decision. */
  asked: { width: 1440, height: 900 },
  failed: { width: 1440, height: 900 },
  loading: { width: 1440, height: 900 },
} as const;
type State = keyof typeof sizes;

interface Tour {
  readonly browser: Browser;
  readonly url: string;
  readonly operators: Operators;
  readonly lang: Lang;
  readonly folder: string;
  readonly quality: number;
  /** Parts of picture names, separated by commas: only pictures with one of them are taken. */
  readonly wanted: string;
  readonly langs: readonly Lang[];
}

/** Photographs every screen of the console in the wanted languages and in every state of `sizes`, most of them with the first row open. */
export async function photographConsoleScreens(
  browser: Browser,
  tour: Pick<Tour, 'folder' | 'quality' | 'wanted' | 'langs'>,
): Promise<void> {
  const names = Object.keys(sizes).flatMap((state) =>
    ['/login', '/enrol', ...consoleScreens.map(([path]) => path)].map((path) => nameOf(path, state)),
  );
  // The dialogs' pictures have names of their own.
  if (!names.some((name) => isWanted(name, tour.wanted)) && !tour.wanted.includes('asked')) return;
  const exchange = await startExchange({
    env: { CONSOLE_PORT: '0', ...shortWait },
    command: withMovableClock,
  });
  try {
    const operators = await fillConsole(browser, exchange);
    // Only the overview has charts, which need two samples.
    const charts = (['desktop', 'tablet', 'phone', 'phone-open'] as const).map((state) => nameOf('/overview', state));
    if (charts.some((name) => isWanted(name, tour.wanted))) await untilSampled(exchange, operators.admin);
    const url = consoleUrlOf(exchange);
    for (const lang of tour.langs) {
      await photographDoor({ ...tour, browser, url, operators, lang }, '/login');
      const link = await makeOperator(exchange, `new.${lang}`, 'support');
      await photographDoor({ ...tour, browser, url, operators, lang }, '/enrol', link);
      for (const state of Object.keys(sizes) as State[])
        await photographScreens({ ...tour, browser, url, operators, lang }, state);
      await photographQuestions({ ...tour, browser, url, operators, lang });
    }
  } finally {
    await exchange.stop();
    removeDataFolder(exchange.dataDir);
  }
}

function nameOf(path: string, state: string): string {
  return `console-${path.slice(1)}-${state}`;
}

/** Photographs a page for operators who aren't logged in. */
async function photographDoor(tour: Tour, path: string, link = ''): Promise<void> {
  const name = nameOf(path, 'desktop');
  if (!isWanted(name, tour.wanted)) return;
  const context = await newConsoleContext(tour);
  const page = await context.newPage();
  await page.setViewportSize(sizes.desktop);
  await page.goto(tour.url + link);
  await page.locator('form').waitFor();
  await save(tour, page, name);
  await context.close();
}

/** The key that asks before a decision on money, by screen. */
const askingKeys: Readonly<Partial<Record<string, string>>> = { '/withdrawals': 'a' };

/** Time until a page shows that it is loading, or that its repeated call has failed, ms. */
const admittedMs = { loading: 600, failed: 2500 } as const;

async function photographScreens(tour: Tour, state: State): Promise<void> {
  for (const [path, role] of consoleScreens) {
    const name = nameOf(path, state);
    const key = askingKeys[path];
    if (!isWanted(name, tour.wanted) || (state === 'asked' && key === undefined)) continue;
    const page = await newConsolePage(tour, tour.operators[role]);
    await page.setViewportSize(sizes[state]);
    if (state === 'failed' || state === 'loading')
      await page.route('**/api/**', (route) => (state === 'failed' ? route.abort() : undefined));
    const settle = watchCalls(page);
    await page.goto(`${tour.url}/#${path}`);
    if (state === 'failed' || state === 'loading') await page.waitForTimeout(admittedMs[state]);
    else {
      await settle();
      // Chooses the last hours: a new exchange has no days to show.
      if (path === '/overview') await page.locator('button[aria-pressed]').first().click();
      const row = page.locator('button[data-opens]').first();
      if (state !== 'phone' && (await row.count()) > 0) await row.click();
      await settle();
      if (state === 'asked' && key !== undefined) {
        await page.keyboard.press(key);
        await page.getByRole('dialog').waitFor();
        await settle();
      }
    }
    await save(tour, page, name);
    await page.context().close();
  }
}

async function save({ folder, lang, quality }: Tour, page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality });
  writeFileSync(join(folder, lang, `${name}.webp`), Buffer.from(data, 'base64'));
}
