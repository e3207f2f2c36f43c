import { removeDataFolder, startExchange, type ExchangeProcess } from './exchange-process.ts';
import { withMovableClock } from './movable-clock.ts';
import { serverNotes } from './server-notes.ts';

/** Settings of a server, in addition to those of all shared servers. */
type Settings = Readonly<Record<string, string>>;

/** Waiting time of a new withdrawal address: shorter than the minute by which a journey moves the clock forward. */
export const waitSeconds = 30;
export const shortWait: Settings = { WITHDRAWAL_WAIT_SECONDS: String(waitSeconds), FOUR_EYES_FROM_USDT: '20000' };

interface Running {
  readonly exchange: ExchangeProcess;
  readonly traded: Set<string>;
}

const servers = new Map<Settings, Running>();
const standard: Settings = {};

/**
 * The server that a worker's journeys share, with a console and a clock that moves forward by a minute at a time.
 * `markets` are the markets in which the test file trades. If another file has traded in one of them, a new server replaces the old one.
 */
export function sharedExchange(...markets: readonly string[]): Promise<ExchangeProcess> {
  return shared(standard, markets);
}

/** Another shared server: it allows withdrawals after {@link waitSeconds}, and two operators must approve large ones. */
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
  // The most detailed log level: a journey searches the log for secrets.
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
