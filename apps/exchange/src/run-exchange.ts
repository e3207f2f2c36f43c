import { startExchange, type SharedParts } from './app.ts';
import { createIncidents } from './platform/incidents.ts';
import { createLifecycle } from './platform/lifecycle.ts';
import { createLog } from './platform/log.ts';
import { readSettings } from './config/settings.ts';
import type { Demo } from './demo/demo.ts';
import { openSharedParts, reachParts, type SharedPlaces } from './shared-parts.ts';
import { countGateways, thisMachine } from './supervisor/count-gateways.ts';
import { isMember, join, type Addresses } from './supervisor/member.ts';
import { serveFigures } from './supervisor/serve-figures.ts';
import { FirstStartFailed, supervise } from './supervisor/supervise.ts';

/** A stop that takes longer, once the process no longer serves, is aborted; the next start recovers. */
const stopWithinMs = 20_000;

const silent = (): void => undefined;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const settings = readSettings(process.env);
/** In one of several processes: what its supervisor sent at the start. Null where one process does everything. */
const membership = isMember ? await join<SharedPlaces>() : null;
const log = createLog(settings.logLevel, { process: membership?.name });
const incidents = createIncidents(log);

function endHard(error: unknown): never {
  log.fatal({ err: error }, 'process.aborted');
  log.flush();
  return process.exit(70);
}

interface Running extends Addresses {
  stop(): Promise<void>;
}

/** @param withinMs how long the stop may take */
function stopOnSignals(running: Running, tell: typeof say, withinMs: number): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    tell(`${signal}: stopping …`);
    setTimeout(() => endHard(new Error('the stop took too long')), withinMs).unref();
    running.stop().then(() => {
      tell('Stopped.');
      process.exit(0);
    }, endHard);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function printAddresses({ url, consoleUrl }: Addresses): void {
  say('');
  say('  FFT is running');
  if (settings.mode === 'demo')
    say('  Demo     for trying FFT out only: its money is not real, and anyone can read its mailbox');
  say(`  App      ${url}/`);
  if (settings.mode === 'demo') say(`  Mailbox  ${url}/demo/mailbox   shows the codes that are sent by e-mail`);
  if (consoleUrl !== null) {
    const begin = 'npm run operator -- create <name> admin <mail>';
    say(
      `  Console  ${consoleUrl}/   for operators; ${settings.demoOperators ? `log in at ${consoleUrl}/demo/operators` : begin}`,
    );
  }
  say('  Stop with Ctrl+C');
  say('');
}

function userMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'EntryNotApplied')
    return `${error.message}\nNo start gets past this entry of the journal: examine it with npm run verify-books, then follow docs/operations/faults.md`;
  if (['JournalStale', 'StaleServer'].includes(error.name))
    return `${error.message}\nConnect to the database that was promoted. After a restore that loses entries, run npm run accept-journal (docs/operations/faults.md)`;
  if (['DataFolderInUse', 'NoBase', 'SettingsError', 'UnknownMigrations', 'VersionTooOld'].includes(error.name))
    return error.message;
  if ('code' in error && error.code === 'EADDRINUSE') {
    const isConsole = 'port' in error && error.port === settings.console?.port;
    const [port, name] = isConsole ? [settings.console?.port, 'CONSOLE_PORT'] : [settings.port, 'PORT'];
    return `port ${port} is in use by another program: stop it, or set ${name} to a free port`;
  }
  return null;
}

/**
 * Errors of the ledger go to `onFatal`, so an uncaught error belongs to another part. The exchange continues: a caller who can provoke one could
 * otherwise stop it for all. Before the exchange serves, an uncaught error ends the process.
 */
function surviveError(error: unknown): void {
  if (isServing) incidents.note('uncaught', error);
  else endHard(error);
}

let isServing = false;
process.on('uncaughtException', surviveError);
process.on('unhandledRejection', surviveError);

/** The whole exchange in this process. */
async function runAlone(demo: Demo): Promise<void> {
  const exchange = await startExchange({ settings, demo, log, incidents, say, onFatal: endHard });
  isServing = true;
  stopOnSignals(exchange, say, settings.drainMs + stopWithinMs);
  printAddresses(exchange);
}

/** One of several processes, which find in `places` what their supervisor runs for all of them. */
async function runMember(
  { name, uses, supervisor, places, isFirst, serve }: NonNullable<typeof membership>,
  demo: Demo,
): Promise<void> {
  const shared: SharedParts = { name, uses, ...reachParts(places, supervisor) };
  const exchange = await startExchange({
    settings: { ...settings, databaseUrl: places.databaseUrl, metrics: null },
    demo,
    log,
    incidents,
    say: isFirst ? say : silent,
    onFatal: endHard,
    shared,
  });
  isServing = true;
  stopOnSignals(exchange, silent, settings.drainMs + stopWithinMs);
  serve(exchange, exchange);
}

/** Starts that many processes, and what they share. */
async function runSeveral(gateways: number, demo: Demo): Promise<void> {
  const lifecycle = createLifecycle({ log });
  const close = (): Promise<void> => lifecycle.close();
  try {
    const { places, handlers } = await openSharedParts({ demo, settings, gateways, log, say, lifecycle });
    const onGaveUp = (error: Error): void => {
      process.stderr.write(`${error.message}\n`);
      endHard(error);
    };
    const supervised = await supervise({ gateways, places, handlers, log, onGaveUp });
    isServing = true;
    let isStopping = false;
    if (settings.metrics !== null) {
      const serving = () => !isStopping;
      const figures = await serveFigures({ ...settings.metrics, gateways, supervised, isServing: serving });
      lifecycle.onClose(() => figures.close());
      say(`Metrics at port ${figures.port}, /metrics`);
    }
    const stop = async (): Promise<void> => {
      isStopping = true;
      await supervised.stop();
      await close();
    };
    // The processes end themselves when they take too long.
    stopOnSignals({ ...supervised, stop }, say, settings.drainMs + 2 * stopWithinMs);
    await supervised.allServe;
    say(`${gateways} processes serve`);
    printAddresses(supervised);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Runs the exchange in this process, or in several that it supervises. Ends the process if it can't start. */
export async function runExchange(demo: Demo): Promise<void> {
  try {
    if (membership !== null) return await runMember(membership, demo);
    say('Starting FFT …');
    const gateways = countGateways(settings, await thisMachine(settings));
    await (gateways === 1 ? runAlone(demo) : runSeveral(gateways, demo));
  } catch (error) {
    // The first process has said why.
    if (error instanceof FirstStartFailed) process.exit(error.code);
    // Problems that the user can solve are printed as text; others are logged with their stack.
    const message = userMessage(error);
    if (message !== null) process.stderr.write(`${message}\n`);
    else log.fatal({ err: error }, 'process.startupFailed');
    log.flush();
    process.exit(1);
  }
}
