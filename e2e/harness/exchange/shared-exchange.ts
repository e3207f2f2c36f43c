import { removeDataFolder, startExchange, type ExchangeProcess } from './exchange-process.ts';
import { withMovableClock } from './movable-clock.ts';
import { serverNotes } from './server-notes.ts';

/** Settings of a server, beside those that all shared ones have. */
type Settings = Readonly<Record<string, string>>;

/** For what happens after the wait of an address: it is shorter than the minute by which a journey puts the clock forward. */
export const waitSeconds = 30;
export const shortWait: Settings = { WITHDRAWAL_WAIT_SECONDS: String(waitSeconds), FOUR_EYES_FROM_USDT: '20000' };

interface Running {
  readonly exchange: ExchangeProcess;
  readonly traded: Set<string>;
}

const servers = new Map<Settings, Running>();
const standard: Settings = {};

/**
 * The server that a worker's journeys share, with a console and a clock that goes forward by a minute at a time. `markets` are those in which the
 * file trades: no other file has traded there, else a new server takes the old one's place.
 */
export function sharedExchange(...markets: readonly string[]): Promise<ExchangeProcess> {
  return shared(standard, markets);
}

/** Another shared server: on it withdrawals are possible after {@link waitSeconds}, and two operators approve large ones. */
export function sharedExchangeWithShortWait(...markets: readonly string[]): Promise<ExchangeProcess> {
  return shared(shortWait, markets);
}

async function shared(settings: Settings, markets: readonly string[]): Promise<ExchangeProcess> {
  const known = servers.get(settings);
  if (known !== undefined && markets.some((market) => known.traded.has(market))) await end(settings, known);
  const running = servers.get(settings) ?? (await start(settings));
  for (const market of markets) running.traded.add(market);
  return running.exchange;
}

async function start(settings: Settings): Promise<Running> {
  // The log at its most detailed level: a journey looks for secrets in it.
  const env = { CONSOLE_PORT: '0', LOG_LEVEL: 'trace', ...settings };
  const exchange = await startExchange({ env, command: withMovableClock });
  const running = { exchange, traded: new Set<string>() };
  servers.set(settings, running);
  serverNotes.add(exchange);
  return running;
}

async function end(settings: Settings, { exchange }: Running): Promise<void> {
  servers.delete(settings);
  await exchange.stop();
  removeDataFolder(exchange.dataDir);
  serverNotes.remove(exchange);
}
