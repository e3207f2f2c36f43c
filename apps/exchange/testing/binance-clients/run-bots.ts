import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { Client } from '@fft/client';
import { calls } from '@fft/contract';
import { fuzzEnvironment } from '../fuzz/fuzz.ts';
import { makeKey, registerByMail } from '../fuzz/signatures/make-keys.ts';
import type { FuzzKey } from '../fuzz/signatures/signed-parts.ts';
import { startServer } from '../fuzz/start-server.ts';
import { startBot, type Bot } from './ccxt-bot.ts';
import { compareViews } from './compare-views.ts';
import { connectCcxt } from './snippets/ccxt.ts';

export interface BotRun {
  readonly orders: number;
  readonly trades: number;
  readonly failures: number;
  readonly wrongs: readonly string[];
}

export interface BotRunOptions {
  readonly environment: Readonly<Record<string, string>>;
  readonly seconds: number;
  /** Times that the server is killed in between. */
  readonly kills: number;
}

/** Lets two ccxt bots trade with each other while the server is killed and started again, and compares their views at the end. */
export async function runBots({ environment, seconds, kills }: BotRunOptions): Promise<BotRun> {
  const settings = { ...fuzzEnvironment, MODE: 'demo', ...environment, PORT: String(await freePort()) };
  let server = await startServer(settings);
  const traders = [await newBot(server.url, 'anna'), await newBot(server.url, 'ben')];
  const bots = traders.map(({ exchange }, index) => startBot(exchange, index + 1));
  try {
    for (let turn = 0; turn <= kills; turn++) {
      await delay((seconds * 1_000) / (kills + 1));
      if (turn === kills) break;
      await server.kill();
      server = await startServer(settings);
    }
    for (const bot of bots) await bot.stop();
    return await compared(
      bots,
      traders.map(({ client }) => client),
    );
  } finally {
    for (const { exchange } of bots) await exchange.close();
    await server.stop();
  }
}

async function compared(bots: readonly Bot[], clients: readonly Client[]): Promise<BotRun> {
  const views = await Promise.all(bots.map((bot, index) => compareViews(bot, clients[index] as Client)));
  const [mine = '', theirs = ''] = views.map(({ trades }) => trades.map(({ id }) => id).join());
  const wrongs = views.flatMap((view) => view.wrongs);
  return {
    orders: views.reduce((sum, { orders }) => sum + orders.length, 0),
    trades: views[0]?.trades.length ?? 0,
    failures: bots.reduce((sum, bot) => sum + bot.failures(), 0),
    wrongs: mine === theirs ? wrongs : [...wrongs, 'the bots have other trades'],
  };
}

/** Registers a customer with money and a key. */
export async function newTrader(url: string, name: string, kind: FuzzKey['kind'] = 'hmac') {
  const client = await registerByMail(url, name);
  for (const [coin, amount] of Object.entries({ BTC: '0.3', USDT: '30000' }))
    await client.call(calls.demo.faucet, { requestId: coin, coin, amount });
  return { client, key: await makeKey(url, client, name, kind) };
}

async function newBot(url: string, name: string) {
  const { client, key } = await newTrader(url, name);
  return { client, exchange: await connectCcxt(url, key.id, key.secret) };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
