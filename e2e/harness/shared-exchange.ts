import { removeDataFolder, startExchange, type ExchangeProcess } from './exchange-process.ts';
import { withMovableClock } from './movable-clock.ts';
import { serverNotes } from './server-notes.ts';

let running: { readonly exchange: ExchangeProcess; readonly traded: Set<string> } | null = null;

/**
 * The server that a worker's journeys share, with a console and a clock that goes forward by a minute at a time. `markets` are those in which the
 * file trades: no other file has traded there, else a new server takes the old one's place.
 */
export async function sharedExchange(...markets: readonly string[]): Promise<ExchangeProcess> {
  if (running !== null && markets.some((market) => running?.traded.has(market) === true)) await endRunning();
  if (running === null) {
    running = {
      exchange: await startExchange({ env: { CONSOLE_PORT: '0' }, command: withMovableClock }),
      traded: new Set(),
    };
    serverNotes.add(running.exchange);
  }
  for (const market of markets) running.traded.add(market);
  return running.exchange;
}

async function endRunning(): Promise<void> {
  if (running === null) return;
  const { exchange } = running;
  running = null;
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
  serverNotes.remove(exchange);
}
