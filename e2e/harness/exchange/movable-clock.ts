import { join } from 'node:path';
import { createClient } from '@fft/client';
import { calls } from '@fft/contract';
import type { ExchangeProcess } from './exchange-process.ts';
import { patienceMs } from '../browser/patience.ts';

/** Starts a server whose clock {@link passMinute} moves. */
export const withMovableClock = [
  process.execPath,
  '--import',
  join(import.meta.dirname, 'minutes-ahead.ts'),
  'apps/exchange/dist/main.js',
] as const;

/** The server's time. */
export async function timeOf({ url }: Pick<ExchangeProcess, 'url'>): Promise<number> {
  return (await createClient({ baseUrl: url }).call(calls.market.time, {})).time;
}

/** Puts the clock of a server forward by a minute: a code comes a minute after the last one. */
export async function passMinute(exchange: Pick<ExchangeProcess, 'url' | 'pid'>): Promise<void> {
  const after = (await timeOf(exchange)) + 60_000;
  process.kill(exchange.pid, 'SIGUSR2');
  const deadline = performance.now() + patienceMs;
  while ((await timeOf(exchange)) < after) {
    if (performance.now() > deadline) throw new Error('the clock of the server doesn’t move');
  }
}
