import { createClient, type Client } from '@fft/client';
import { consoleCalls, type Me, type Role } from '@fft/console-contract';
import type { Lang } from '@fft/contract';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { ExchangeProcess } from '../exchange/exchange-process.ts';
import { timeOf } from '../exchange/movable-clock.ts';
import { operate } from '../exchange/operator.ts';
import { totpOf } from '../people/totp.ts';
import { patienceMs } from '../browser/patience.ts';

export const operatorPassword = 'a password of my own';

/** The console's address in a running exchange. */
export function consoleUrlOf(exchange: ExchangeProcess): string {
  const url = /Console\s+(http:\S+?)\/?\s/.exec(exchange.output())?.[1];
  if (url === undefined) throw new Error(`no console is served:\n${exchange.output()}`);
  return url;
}

/** Creates an operator on the command line. Returns the path of the one-time link. */
export async function makeOperator(exchange: ExchangeProcess, name: string, role: Role): Promise<string> {
  const said = await operate(exchange, 'create', name, role, `${name}@staff.example`);
  const path = /One-time link[^#]*(\/#\/enrol\/\S+)/.exec(said)?.[1];
  if (path === undefined) throw new Error(`no link was printed: ${said}`);
  return path;
}

/** An operator who logged in by the API, with an authenticator app and their own password. */
export interface ApiOperator {
  readonly name: string;
  readonly secret: string;
  readonly token: string;
  readonly me: Me;
  readonly client: Client;
}

/** Logged-in operators by server and name; the journeys on a server share them. */
const entered = new WeakMap<ExchangeProcess, Map<string, ApiOperator>>();

/** Logs in an operator, and enrols a new name first. On a server that journeys share, a name belongs to one role. */
export async function enterOperator(exchange: ExchangeProcess, name: string, role: Role): Promise<ApiOperator> {
  const known = entered.get(exchange)?.get(name);
  if (known !== undefined && (await isOpen(known))) return known;
  const secret = known?.secret ?? (await enrolOperator(exchange, name, role));
  let token: string | null = null;
  const client = createClient({ baseUrl: consoleUrlOf(exchange), token: () => token, lang: () => 'en' });
  const code = nextCode(secret, await timeOf(exchange));
  const session = await client.call(consoleCalls.session.login, { name, password: operatorPassword, code });
  ({ token } = session);
  const operator = { name, secret, token, me: session.me, client };
  entered.set(exchange, (entered.get(exchange) ?? new Map<string, ApiOperator>()).set(name, operator));
  return operator;
}

/** True while the operator's session is open: the session ends when the server's clock moves too far forward. */
async function isOpen({ client }: ApiOperator): Promise<boolean> {
  return client.call(consoleCalls.session.me, {}).then(
    () => true,
    () => false,
  );
}

/** The operator agrees to every open proposal. */
export async function agreeToAll({ client }: ApiOperator): Promise<void> {
  const { items } = await client.call(consoleCalls.operators.approvals, { open: true });
  for (const { id } of items) await client.call(consoleCalls.operators.decide, { id, agree: true });
}

/** A second operator of the role agrees to every open proposal. */
export async function agreeAsSecond(exchange: ExchangeProcess, role: Role): Promise<void> {
  await agreeToAll(await enterOperator(exchange, `second.${role}`, role));
}

/** An operator looks at a customer's identity documents and approves them. */
export async function approvePapers(exchange: ExchangeProcess, number: string): Promise<void> {
  const { client } = await enterOperator(exchange, 'papers', 'compliance');
  const customer = Number(number);
  await client.call(consoleCalls.identity.show, { customer });
  for (const photo of ['front', 'back', 'hand'] as const)
    await client.call(consoleCalls.identity.photo, { customer, photo });
  await client.call(consoleCalls.identity.pass, { customer });
}

/** Enrols an operator without logging in. Returns the secret of the authenticator app. */
async function enrolOperator(exchange: ExchangeProcess, name: string, role: Role): Promise<string> {
  const path = await makeOperator(exchange, name, role);
  const anonymous = createClient({ baseUrl: consoleUrlOf(exchange), lang: () => 'en' });
  const token = path.slice(path.lastIndexOf('/') + 1);
  const { seed, secret } = await anonymous.call(consoleCalls.session.beginEnrolment, { token });
  const code = totpOf(secret, await timeOf(exchange));
  await anonymous.call(consoleCalls.session.enrol, { token, seed, password: operatorPassword, code });
  return secret;
}

/** The authenticator code of the next half minute: a code works once, and the next one already works. `time` is the server's, ms. */
export function nextCode(secret: string, time: number): string {
  return totpOf(secret, time + 30_000);
}

/** Logs in one of the demo's operators with the demo page's credentials. This works once in half a minute. */
export async function enterDemoOperator(
  url: string,
  name: string,
): Promise<Pick<ApiOperator, 'token' | 'me' | 'client'>> {
  const page = await (await fetch(`${url}/demo/operators`)).text();
  const shown = (id: string): string => new RegExp(`<code id="${id}">(\\w+)</code>`).exec(page)?.[1] ?? '';
  let token: string | null = null;
  const client = createClient({ baseUrl: url, token: () => token, lang: () => 'en' });
  const entered = await client.call(consoleCalls.session.login, {
    name,
    password: shown('password'),
    code: shown('code'),
  });
  ({ token } = entered);
  return { token, me: entered.me, client };
}

export interface ConsoleOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly lang: Lang;
  readonly width?: number;
  readonly scale?: number;
}

/** Opens a browser context with the console, not logged in. */
export async function newConsoleContext({
  browser,
  url,
  lang,
  width = 1280,
  scale = 1,
}: ConsoleOptions): Promise<BrowserContext> {
  const locale = { name: 'locale', value: lang === 'zh' ? 'zh-CN' : 'en' };
  const context = await browser.newContext({
    viewport: { width, height: 800 },
    deviceScaleFactor: scale,
    locale: lang === 'zh' ? 'zh-CN' : 'en-US',
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [locale] }] },
  });
  context.setDefaultTimeout(patienceMs);
  return context;
}

/** Opens a blank page in a context where the operator is logged in. */
export async function newConsolePage(
  options: ConsoleOptions,
  { token, me }: Pick<ApiOperator, 'token' | 'me'>,
): Promise<Page> {
  const context = await newConsoleContext(options);
  const session = JSON.stringify({ token, me });
  await context.addInitScript(`sessionStorage.setItem('operator-session', ${JSON.stringify(session)})`);
  return context.newPage();
}

/** Opens one of the console's screens as the operator. */
export async function openConsole(
  options: ConsoleOptions,
  operator: Pick<ApiOperator, 'token' | 'me'>,
  path = '/overview',
): Promise<Page> {
  const page = await newConsolePage(options, operator);
  await page.goto(`${options.url}/#${path}`);
  return page;
}
