import { roles, type Role } from '@fft/console-contract';
import type { Page } from 'playwright-core';
import { findAxeFaults } from '../harness/measures/accessibility.ts';
import {
  type ApiOperator,
  type ConsoleOptions,
  enterOperator,
  makeOperator,
  newConsoleContext,
  newConsolePage,
} from '../harness/console/console.ts';
import type { ExchangeProcess } from '../harness/exchange/exchange-process.ts';
import { watchCalls, type Settle } from '../harness/browser/settled.ts';
import { type Size, watchErrors } from './checks.ts';

/** Reports a page that scrolls sideways: a table may scroll inside its own box. */
const overflows = `document.documentElement.scrollWidth > innerWidth || document.querySelector('main')?.scrollWidth > document.querySelector('main')?.clientWidth
  ? ['the page scrolls sideways'] : []`;

/** Reports buttons, links and fields of the page or of the open panel that are cut off at the window's side, or too small for a finger. */
const unreachable = `[...document.querySelectorAll('button, a[href], input, select, textarea')]
  .filter((one) => one.checkVisibility() && !one.closest('[data-scrolls]'))
  .flatMap((one) => {
    const { left, right, width, height } = one.getBoundingClientRect();
    const name = JSON.stringify(one.getAttribute('aria-label') ?? (one.textContent.trim() || one.tagName));
    if (width <= 1 || height <= 1) return [];
    if (left < -0.5 || right > innerWidth + 0.5) return [name + ' leaves the screen'];
    // Links within a text are as high as its lines.
    return getComputedStyle(one).display !== 'inline' && (width < 24 || height < 24) ? [name + ' is too small for a finger'] : [];
  })`;

/** What a page of the console cuts off, and what is hard to press, at its present width. */
export async function findConsoleFaults(page: Page): Promise<readonly string[]> {
  const faults = [
    ...(await page.evaluate<readonly string[]>(overflows)),
    ...(await page.evaluate<readonly string[]>(unreachable)),
  ];
  return faults.map((fault) => `at ${page.viewportSize()?.width}: ${fault}`);
}

export const consoleSizes = {
  phone: { width: 390, height: 800 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1280, height: 800 },
} as const;

/** An operator of each role, signed in. */
export async function enterOperators(
  exchange: ExchangeProcess,
  wanted: readonly Role[] = roles,
): Promise<ReadonlyMap<Role, ApiOperator>> {
  return new Map(
    await Promise.all(wanted.map(async (role) => [role, await enterOperator(exchange, `the.${role}`, role)] as const)),
  );
}

export interface ConsoleTab {
  readonly page: Page;
  /** Opens a screen, and waits until it shows its content. */
  open(path: string): Promise<void>;
  /** Opens the panel of the list's first row, if there is one. */
  openFirst(): Promise<void>;
  /** The faults of the screen at this size, without those of accessibility. */
  faultsAt(size: Size): Promise<readonly string[]>;
  readonly takeErrors: () => readonly string[];
}

/** A tab of the console in which the operator is signed in. */
export async function openConsoleTab(visitor: ConsoleOptions, operator: ApiOperator): Promise<ConsoleTab> {
  const page = await newConsolePage(visitor, operator);
  const settle: Settle = watchCalls(page);
  const takeErrors = watchErrors(page);
  return {
    page,
    open: async (path) => {
      await page.goto(`${visitor.url}/#${path}`);
      await page.getByRole('main').locator('table, figure, form, [role=tabpanel], [data-empty]').first().waitFor();
      await settle();
    },
    openFirst: async () => {
      const row = page.locator('button[data-opens]').first();
      if ((await row.count()) > 0) await row.click();
      await settle();
    },
    faultsAt: async (size) => {
      await page.setViewportSize(size);
      await settle(1);
      return findConsoleFaults(page);
    },
    takeErrors,
  };
}

/** The paths of the screens that the menu offers. */
const offered = `[...document.querySelectorAll('nav a[href]')].map(({ href }) => new URL(href).hash.slice(1))`;

/** Visits each screen that the operator's menu offers, as a list and with its first row open. Returns the paths, and the faults. */
export async function walkConsole(
  visitor: ConsoleOptions,
  operator: ApiOperator,
  [first, ...others]: readonly [Size, ...(readonly Size[])],
): Promise<{ readonly paths: readonly string[]; readonly faults: readonly string[] }> {
  const { page, open, openFirst, faultsAt, takeErrors } = await openConsoleTab(visitor, operator);
  await open('/overview');
  const paths = await page.evaluate<readonly string[]>(offered);
  const faults: string[] = [];
  for (const path of paths) {
    await open(path);
    const found = [...(await faultsAt(first))];
    await openFirst();
    found.push(...(await findAxeFaults(page)));
    for (const size of [first, ...others]) {
      found.push(...(await faultsAt(size)).map((fault) => `with its first row open, ${fault}`));
    }
    await page.setViewportSize(first);
    faults.push(...[...found, ...takeErrors()].map((fault) => `${visitor.lang} ${path}: ${fault}`));
  }
  await page.context().close();
  return { paths, faults };
}

/** Faults of the pages for those who aren't in yet: the log-in and the enrolment, on a desktop and a small phone. */
export async function faultsOfDoors(visitor: ConsoleOptions, exchange: ExchangeProcess): Promise<readonly string[]> {
  const context = await newConsoleContext(visitor);
  const page = await context.newPage();
  const takeErrors = watchErrors(page);
  const faults: string[] = [];
  const look = async (): Promise<void> => {
    faults.push(...(await findAxeFaults(page)));
    await page.setViewportSize({ width: 320, height: 568 });
    faults.push(...(await findConsoleFaults(page)));
    await page.setViewportSize(consoleSizes.desktop);
    faults.push(...(await findConsoleFaults(page)), ...takeErrors());
  };
  await page.goto(visitor.url);
  await page.getByRole('main').locator('form').waitFor();
  await look();
  await page.goto(visitor.url + (await makeOperator(exchange, 'n.petrov', 'support')));
  await page.getByTestId('secret').waitFor();
  await look();
  await context.close();
  return faults;
}
