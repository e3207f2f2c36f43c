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

/** Moves a server's clock forward by a minute: the server sends a code only a minute after the previous one. */
export async function passMinute(exchange: Pick<ExchangeProcess, 'url' | 'pid'>): Promise<void> {
  const after = (await timeOf(exchange)) + 60_000;
  process.kill(exchange.pid, 'SIGUSR2');
  const deadline = performance.now() + patienceMs;
  while ((await timeOf(exchange)) < after) {
    if (performance.now() > deadline) throw new Error('the clock of the server doesn’t move');
  }
}
