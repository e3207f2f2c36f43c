import { startExchange, type Exchange } from './app.ts';
import { createIncidents } from './platform/incidents.ts';
import { createLog } from './platform/log.ts';
import { readSettings, SettingsError, type Settings } from './config/settings.ts';

/** A stop that takes longer, once the process no longer serves, is aborted; the next start recovers. */
const stopWithinMs = 20_000;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

const settings = settingsOrExit();
const log = createLog(settings.logLevel);
const incidents = createIncidents(log);

function endHard(error: unknown): never {
  log.fatal({ err: error }, 'process.aborted');
  log.flush();
  return process.exit(70);
}

function stopOnSignals(exchange: Exchange): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    say(`${signal}: stopping …`);
    setTimeout(() => endHard(new Error('the stop took too long')), settings.drainMs + stopWithinMs).unref();
    exchange.stop().then(() => {
      say('Stopped.');
      process.exit(0);
    }, endHard);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function printAddresses({ url, consoleUrl }: Exchange): void {
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
  if (['DataFolderInUse', 'SettingsError', 'UnknownMigrations', 'VersionTooOld'].includes(error.name))
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

try {
  say('Starting FFT …');
  const exchange = await startExchange({ settings, log, incidents, say, onFatal: endHard });
  isServing = true;
  stopOnSignals(exchange);
  printAddresses(exchange);
} catch (error) {
  // Problems that the user can solve are printed as text; others are logged with their stack.
  const message = userMessage(error);
  if (message !== null) process.stderr.write(`${message}\n`);
  else log.fatal({ err: error }, 'process.startupFailed');
  log.flush();
  process.exit(1);
}
