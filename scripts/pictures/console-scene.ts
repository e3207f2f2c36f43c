import { setTimeout as delay } from 'node:timers/promises';
import { NetworkError } from '@fft/client';
import { consoleCalls, roles, type Role } from '@fft/console-contract';
import { calls } from '@fft/contract';
import type { Browser } from 'playwright-core';
import { registerByApi } from '../../e2e/harness/people/api-customer.ts';
import { enterOperator, type ApiOperator } from '../../e2e/harness/console/console.ts';
import type { ExchangeProcess } from '../../e2e/harness/exchange/exchange-process.ts';
import { submitPapers } from '../../e2e/harness/people/papers.ts';
import { registerResidents } from '../../e2e/harness/exchange/resident.ts';
import { prepareWithdrawers, withdraw } from '../../e2e/harness/people/withdrawer.ts';

export type Operators = Readonly<Record<Role, ApiOperator>>;

const people = [
  ['Anna Novak', 'CZ', 'identity'],
  ['Wei Zhang', 'CN', 'passport'],
  ['Lucas Moreau', 'FR', 'licence'],
  ['Aisha Bello', 'NG', 'passport'],
  ['Marek Kowalski', 'PL', 'identity'],
  ['Sofia Ricci', 'CZ', 'identity'],
] as const;

const named: Readonly<Record<Role, string>> = {
  support: 'm.okafor',
  compliance: 'i.sato',
  treasury: 'r.haas',
  market: 'l.dubois',
  content: 'c.lin',
  admin: 'p.ortega',
};

/** Three photos of invented documents. */
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

/** Customers whose documents await review. The first and the last show the same document. */
export async function sendPapers(browser: Browser, exchange: ExchangeProcess): Promise<void> {
  for (const [place, [name, nationality, idType]] of people.entries()) {
    const customer = await registerByApi(exchange.url, `${name.toLowerCase().replace(' ', '.')}@example.com`);
    const number = `204518391${place % (people.length - 1)}`;
    await submitPapers(customer, name, number, { photos: await drawPapers(browser, name), nationality, idType });
  }
}

/** An operator of every role, logged in. */
async function seatOperators(exchange: ExchangeProcess): Promise<Operators> {
  const seated: Partial<Record<Role, ApiOperator>> = {};
  for (const role of roles) seated[role] = await enterOperator(exchange, named[role], role);
  return seated as Operators;
}

/** Creates content for every page of the console. The exchange's clock must be movable, as for {@link prepareWithdrawers}. */
export async function fillConsole(browser: Browser, exchange: ExchangeProcess): Promise<Operators> {
  const withdrawers = await prepareWithdrawers(exchange, ['Jun Tanaka', 'Elif Demir']);
  for (const [place, amount] of [
    [0, '25000'],
    [1, '12000'],
  ] as const) {
    const withdrawer = withdrawers[place];
    if (!withdrawer) throw new Error('the scene needs two customers with withdrawals');
    await withdraw(withdrawer, amount);
  }
  const residents = await registerResidents(exchange.url);
  await sendPapers(browser, exchange);
  const operators = await seatOperators(exchange);
  const { customers, treasury, operators: staff } = consoleCalls;
  const { support, treasury: treasurer, admin } = operators;
  const { id } = await residents.en.client.call(calls.user.read, {});
  await support.client.call(customers.note, { id, text: 'Asked by phone how long a bank transfer takes.' });
  const { items } = await support.client.call(customers.list, { q: 'marek' });
  const locked = items[0]?.id;
  if (locked === undefined) throw new Error('the scene needs a customer to lock');
  await support.client.call(customers.lock, { id: locked, reason: 'Reported a lost phone' });
  await treasurer.client.call(treasury.adjust, {
    kind: 'received',
    customer: id,
    account: 'fiat',
    coin: 'USDT',
    amount: '5000',
    reference: 'SEPA 2026-11-0042',
  });
  await admin.client.call(staff.create, { name: 'n.petrov', role: 'support', email: 'n.petrov@fft.example' });
  return operators;
}

/**
 * Waits until the overview of the last six hours has the two points that a line needs; points come a minute apart.
 * Repeats a call that finds no server on a busy machine, unless the exchange has ended.
 */
export async function untilSampled(exchange: ExchangeProcess, { client }: ApiOperator): Promise<void> {
  for (;;) {
    const read = await client.call(consoleCalls.dashboard.read, { hours: 6 }).catch((error: unknown) => {
      if (!(error instanceof NetworkError)) throw error;
      if (!isRunning(exchange.pid)) throw new Error(`the exchange has ended:\n${exchange.output()}`, { cause: error });
      return null;
    });
    if (read !== null && read.samples.length >= 2) return;
    await delay(1000);
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
