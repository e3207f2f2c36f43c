/**
 * Runs in a machine of the walk, as the people of the guide. `register` registers two customers, who submit their papers, and prints their numbers.
 * `first` enrols operators by their one-time links, credits both and lets them trade; `trade` lets them trade again. Both print how many trades the
 * buyer has had.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createClient, type Client } from '@fft/client';
import { consoleCalls } from '@fft/console-contract';
import { calls } from '@fft/contract';
import { generateSync } from 'otplib';
import sharp from 'sharp';
import type { ReceivedMail } from '../../src/platform/mail/mailbox.ts';
import { untilUp } from '../faults/until.ts';

const [act = '', given = '{}'] = process.argv.slice(2);
/** Addresses, and the operators' one-time links by name. */
const {
  app,
  console: operators,
  mails,
  links,
} = JSON.parse(given) as {
  readonly app: string;
  readonly console: string;
  readonly mails: string;
  readonly links: Readonly<Record<string, string>>;
};
/** The customers' sessions, from `first` to `trade`. */
const sessionsFile = join(homedir(), 'sessions.json');
const password = 'a horse, a staple, a walk';
const symbol = 'BTC/USDT';
const price = '50000';
const quantity = '0.001';

const clientOf = (baseUrl: string, token: string | null = null): Client =>
  createClient({ baseUrl, token: () => token, lang: () => 'en' });

async function enrolled(name: string): Promise<Client> {
  const token = /[^/]+$/.exec(links[name] ?? '')?.[0] ?? '';
  const stranger = clientOf(operators);
  const { seed, secret } = await stranger.call(consoleCalls.session.beginEnrolment, { token });
  const code = (step: number): string => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + step * 30 });
  await stranger.call(consoleCalls.session.enrol, { token, seed, password, code: code(0) });
  // A code is accepted once; the next one is accepted half a minute early.
  const entered = await stranger.call(consoleCalls.session.login, { name, password, code: code(1) });
  return clientOf(operators, entered.token);
}

async function codeFor(email: string): Promise<string> {
  return untilUp(async () => {
    const answer = await fetch(`${mails}?to=${encodeURIComponent(email)}`);
    return ((await answer.json()) as ReceivedMail[]).find((mail) => mail.code !== undefined)?.code ?? null;
  }, `no code came for ${email}`);
}

async function registered(name: string): Promise<string> {
  const email = `${name}@example.com`;
  await clientOf(app).call(calls.auth.requestRegistrationCode, { email });
  const form = { email, code: await codeFor(email), password, passwordConfirm: password };
  return (await clientOf(app).call(calls.auth.register, form)).token;
}

/** Submits papers with three pictures of one colour. Returns the customer's number. */
async function submitPapers(token: string, idNumber: string): Promise<string> {
  const client = clientOf(app, token);
  const upload = async (red: number): Promise<string> => {
    const background = { r: red, g: 90, b: 200 };
    const file = await sharp({ create: { width: 320, height: 200, channels: 3, background } })
      .png()
      .toBuffer();
    return (await client.call(calls.upload.image, { file })).id;
  };
  const pictures = { front: await upload(60), back: await upload(120), hand: await upload(180) };
  const person = { nationality: 'CZ', name: `Walker ${idNumber}`, idType: 'identity', idNumber } as const;
  await client.call(calls.identity.submit, { ...person, ...pictures });
  return (await client.call(calls.user.read, {})).id;
}

async function credit(
  customers: readonly { readonly token: string; readonly coin: string; readonly amount: string }[],
) {
  const [tom, tess] = [await enrolled('tom'), await enrolled('tess')];
  for (const { token, coin, amount } of customers) {
    const { id } = await clientOf(app, token).call(calls.user.read, {});
    const received = { kind: 'received', account: 'coin', coin, amount, customer: Number(id) } as const;
    const { approval } = await tom.call(consoleCalls.treasury.adjust, { ...received, reference: `walk ${coin}` });
    await tess.call(consoleCalls.operators.decide, { id: approval, agree: true });
  }
}

/** One sells, the other buys. Returns how many trades the buyer has had. */
async function trade(sellerToken: string, buyerToken: string): Promise<number> {
  const [seller, buyer] = [clientOf(app, sellerToken), clientOf(app, buyerToken)];
  const order = { symbol, type: 'limit', price, quantity } as const;
  await seller.call(calls.trade.create, { ...order, side: 'sell', clientOrderId: randomUUID() });
  const bought = await buyer.call(calls.trade.create, { ...order, side: 'buy', clientOrderId: randomUUID() });
  await untilUp(async () => {
    const { items } = await buyer.call(calls.trade.history, { limit: 100 });
    return items.some(({ id, state }) => id === bought.id && state === 'filled') || null;
  }, 'the buyer does not see the trade');
  const { items } = await buyer.call(calls.trade.history, { limit: 100 });
  return items.filter(({ state }) => state === 'filled').length;
}

if (act === 'register') {
  const sessions = { seller: await registered('seller'), buyer: await registered('buyer') };
  writeFileSync(sessionsFile, JSON.stringify(sessions), { mode: 0o600 });
  const numbers = [await submitPapers(sessions.seller, '204518391'), await submitPapers(sessions.buyer, '204518392')];
  process.stdout.write(`${numbers.join(' ')}\n`);
} else {
  const { seller, buyer } = JSON.parse(readFileSync(sessionsFile, 'utf8')) as { seller: string; buyer: string };
  if (act === 'first')
    await credit([
      { token: seller, coin: 'BTC', amount: '1' },
      { token: buyer, coin: 'USDT', amount: '10000' },
    ]);
  process.stdout.write(`${await trade(seller, buyer)}\n`);
}
