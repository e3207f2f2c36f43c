import type { Lang } from '@fft/contract';
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import type { ApiCustomer } from '../harness/people/api-customer.ts';
import { patienceMs } from '../harness/browser/patience.ts';
import { newPhone } from '../harness/browser/phone.ts';
import { routes, type Route } from '../harness/pages/routes.ts';
import { watchCalls } from '../harness/browser/settled.ts';
import { type Shown, type Size, watchErrors } from './checks.ts';

export interface Visitor {
  readonly browser: Browser;
  readonly url: string;
  readonly lang: Lang;
  /** Session token; null for a guest. */
  readonly token: string | null;
}

/** Opens an empty tab in which the app follows the theme of the device, which is dark at first. */
export async function openTab({ lang, ...visitor }: Visitor, size: Size): Promise<Shown> {
  const context = await newPhone({ ...visitor, lang, device: { viewport: size, colorScheme: 'dark' } });
  context.setDefaultTimeout(patienceMs);
  await context.addInitScript(`localStorage.setItem('theme', 'device')`);
  const page = await context.newPage();
  return { page, lang, settle: watchCalls(page), takeErrors: watchErrors(page) };
}

/** A look at a page of the app, which has loaded. */
export type Look = (shown: Shown, route: Route) => Promise<readonly string[]>;

export interface Walk extends Visitor {
  readonly size: Size;
  readonly routes: readonly Route[];
}

/** Visits pages one after the other without loading the app again, as customers do. Returns the faults of each look. */
export async function walkApp({ size, routes, ...visitor }: Walk, look: Look): Promise<readonly string[]> {
  const shown = await openTab(visitor, size);
  const { page, settle } = shown;
  const faults: string[] = [];
  for (const route of routes) {
    const { path, query, needsSession } = route;
    await page.goto(`${visitor.url}/#/${path}${query === undefined ? '' : `?${query}`}`);
    const isSentAway = needsSession && visitor.token === null;
    if (isSentAway) await page.waitForURL((address) => address.hash.startsWith('#/pages/login/login'));
    else await settle();
    const found = [...(isSentAway ? [] : await look(shown, route)), ...shown.takeErrors()];
    faults.push(...found.map((fault) => `${visitor.lang} ${path}: ${fault}`));
  }
  await page.context().close();
  return faults;
}

/** Every page of the app, as this customer finds it: the message is one of theirs. */
export async function routesOf({ client }: ApiCustomer): Promise<readonly Route[]> {
  const { items } = await client.call(calls.content.list, { kind: 'account' });
  const [message] = items;
  if (message === undefined) throw new Error('the customer has no message');
  return routes.map((route) =>
    route.path === 'pages/content/detail' ? { ...route, query: `id=${message.id}` } : route,
  );
}

/** Every second page, beginning with the first or the second: two tabs see all of them. */
export const halvesOf = (pages: readonly Route[]): readonly (readonly Route[])[] =>
  [0, 1].map((half) => pages.filter((_, place) => place % 2 === half));
