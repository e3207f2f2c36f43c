import { join } from 'node:path';
import type { Role } from '@fft/console-contract';
import type { Lang } from '@fft/contract';
import type { Browser, Page } from 'playwright-core';
import { newConsolePage } from '../../e2e/harness/console/console.ts';
import { consoleWords } from '../../e2e/harness/console/console-words.ts';
import { watchCalls } from '../../e2e/harness/browser/settled.ts';
import { captureScreen, isWanted } from './capture-screen.ts';
import type { Operators } from './console-scene.ts';

const sizes = { asked: { width: 1280, height: 800 }, 'asked-phone': { width: 390, height: 844 } } as const;

interface Question {
  readonly name: string;
  readonly path: string;
  readonly role: Role;
  readonly ask: (page: Page, t: ReturnType<typeof consoleWords>) => Promise<void>;
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click();
const openFirst = (page: Page) => page.locator('button[data-opens]').first().click();
const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();

/** The console's dialogs: confirmations of operators' acts, and the forms before them. */
const questions: readonly Question[] = [
  {
    name: 'adjust',
    path: '/treasury',
    role: 'treasury',
    ask: (page, t) => press(page, t.treasury.adjust),
  },
  {
    name: 'adjust-check',
    path: '/treasury',
    role: 'treasury',
    async ask(page, t) {
      await press(page, t.treasury.adjust);
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(t.treasury.customerNumber, { exact: true }).fill('1001');
      await dialog.getByLabel(t.treasury.coin, { exact: true }).fill('USDT');
      await dialog.getByLabel(t.treasury.amount, { exact: true }).fill('5000');
      await dialog.getByLabel(t.treasury.reference).fill('SEPA 2026-11-0042');
      await press(page, t.treasury.check);
      await page.getByRole('dialog', { name: t.treasury.checkTitle }).waitFor();
    },
  },
  {
    name: 'withdrawal-reject',
    path: '/withdrawals',
    role: 'treasury',
    async ask(page) {
      await openFirst(page);
      await page.keyboard.press('n');
    },
  },
  ...(['openMarket', 'listAsset', 'setRate', 'newTier'] as const).map((form, place): Question => ({
    name: form,
    path: '/markets',
    role: 'market',
    async ask(page, t) {
      const tabs = ['markets', 'assets', 'rates', 'fees'] as const;
      await openTab(page, t.markets.tabs[tabs[place] ?? 'markets']);
      await press(page, t.markets[form]);
    },
  })),
  {
    name: 'fees',
    path: '/markets',
    role: 'market',
    async ask(page, t) {
      await openTab(page, t.markets.tabs.fees);
      await page.getByLabel(t.markets.customer, { exact: true }).fill('1001');
      await press(page, t.markets.setFees);
    },
  },
  {
    name: 'limits',
    path: '/markets',
    role: 'market',
    async ask(page, t) {
      await openFirst(page);
      await press(page, t.markets.setLimits);
    },
  },
  {
    name: 'halt',
    path: '/markets',
    role: 'market',
    async ask(page, t) {
      await openFirst(page);
      await press(page, t.markets.states.halted);
    },
  },
  ...(['lock', 'endSessions'] as const).map((act): Question => ({
    name: act,
    path: '/customers',
    role: 'support',
    async ask(page, t) {
      await openFirst(page);
      await press(page, t.customers[act]);
    },
  })),
  { name: 'invite', path: '/operators', role: 'admin', ask: (page, t) => press(page, t.operators.invite) },
  ...(['setRole', 'setEmail', 'reset', 'disable'] as const).map((act): Question => ({
    name: `operator-${act}`,
    path: '/operators',
    role: 'admin',
    async ask(page, t) {
      await openFirst(page);
      await press(page, t.operators[act]);
    },
  })),
  { name: 'notice', path: '/content', role: 'content', ask: (page, t) => press(page, t.content.newNotice) },
  {
    name: 'banner',
    path: '/content',
    role: 'content',
    async ask(page, t) {
      await openTab(page, t.content.tabs.banners);
      await press(page, t.content.newBanner);
    },
  },
];

export interface QuestionScreens {
  readonly browser: Browser;
  readonly url: string;
  readonly operators: Operators;
  readonly lang: Lang;
  readonly folder: string;
  /** Parts of picture names, separated by commas: only pictures with one of them are taken. */
  readonly wanted: string;
}

/** Photographs the console's dialogs, on a desktop and a phone. */
export async function photographQuestions(tour: QuestionScreens): Promise<void> {
  for (const { name, path, role, ask } of questions) {
    for (const [end, size] of Object.entries(sizes)) {
      const picture = `console-${name}-${end}`;
      if (!isWanted(picture, tour.wanted)) continue;
      const page = await newConsolePage(tour, tour.operators[role]);
      await page.setViewportSize(size);
      const settle = watchCalls(page);
      await page.goto(`${tour.url}/#${path}`);
      await settle();
      await ask(page, consoleWords(tour.lang));
      await page.getByRole('dialog').first().waitFor();
      await settle();
      await captureScreen(page, join(tour.folder, tour.lang, `${picture}.webp`));
      await page.context().close();
    }
  }
}
