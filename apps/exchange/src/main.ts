import { startExchange, type Exchange } from './app.ts';
import { createIncidents } from './platform/incidents.ts';
import { createLog } from './platform/log.ts';
import { readSettings, SettingsError, type Settings } from './config/settings.ts';

/** A stop that takes longer is ended hard; the next start recovers what is missing. */
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
  log.fatal({ err: error }, 'the exchange stops at once; start it again: it recovers from its journal');
  log.flush();
  return process.exit(70);
}

function stopOnSignals(exchange: Exchange): void {
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    say(`${signal}: stopping …`);
    setTimeout(() => endHard(new Error('the stop took too long')), stopWithinMs).unref();
    exchange.stop().then(() => {
      say('Stopped.');
      process.exit(0);
    }, endHard);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

function tellWhereToLook({ url, consoleUrl }: Exchange): void {
  say('');
  say('  FFT is running');
  if (settings.mode === 'demo')
    say('  Demo     for trying things out only: its money is made up, and everybody can read its mailbox');
  say(`  App      ${url}/`);
  if (settings.mode === 'demo') say(`  Mailbox  ${url}/demo/mailbox   codes sent by e-mail are read here`);
  if (consoleUrl !== null) {
    const begin = 'npm run operator -- create <name> admin <mail>';
    say(
      `  Console  ${consoleUrl}/   for operators; ${settings.demoOperators ? `log in by ${consoleUrl}/demo/operators` : begin}`,
    );
  }
  say('  Stop with Ctrl+C');
  say('');
}

function forTheUser(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'EntryNotApplied')
    return `${error.message}\nNo start gets beyond this entry of the journal: npm run verify-books looks at it, and docs/operations/faults.md says what to do`;
  if (['DataFolderInUse', 'SettingsError', 'UnknownMigrations'].includes(error.name)) return error.message;
  if ('code' in error && error.code === 'EADDRINUSE') {
    const isConsole = 'port' in error && error.port === settings.console?.port;
    const [port, name] = isConsole ? [settings.console?.port, 'CONSOLE_PORT'] : [settings.port, 'PORT'];
    return `port ${port} is taken by another program: stop it, or set ${name} to a free one`;
  }
  return null;
}

/**
 * An error that nobody caught is of a part that isn't the ledger, as the ledger's own go to `onFatal`: whoever could bring one about could otherwise stop the
 * exchange for everybody. At the start nobody is served yet, and it ends the process.
 */
function goOnAfter(error: unknown): void {
  if (isServing) incidents.note('uncaught', error);
  else endHard(error);
}

let isServing = false;
process.on('uncaughtException', goOnAfter);
process.on('unhandledRejection', goOnAfter);

try {
  say('Starting FFT …');
  const exchange = await startExchange({ settings, log, incidents, say, onFatal: endHard });
  isServing = true;
  stopOnSignals(exchange);
  tellWhereToLook(exchange);
} catch (error) {
  // What the user can mend is said in its own words; the rest comes with its stack.
  const message = forTheUser(error);
  if (message !== null) process.stderr.write(`${message}\n`);
  else log.fatal({ err: error }, 'FFT could not start');
  log.flush();
  process.exit(1);
}
