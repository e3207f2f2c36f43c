import { startExchange } from '../../src/app.ts';
import { createIncidents } from '../../src/platform/incidents.ts';
import { createLog } from '../../src/platform/log.ts';
import { standardLimits, type AccountLimits } from '../../src/accounts/limits/account-limits.ts';
import { readSettings } from '../../src/config/settings.ts';
import { demo } from '../../../demo/src/module.ts';

/** The exchange as `main.ts` starts it, with cheap hashing and unlimited codes, so that the run spends its time on deeper code. */
const limits: AccountLimits = {
  ...standardLimits,
  code: {
    ...standardLimits.code,
    perMinute: 1000,
    perHour: 100_000,
    perHourOfStrangers: 100_000,
    perDayOfStrangers: 100_000,
    perHourPerCustomer: 100_000,
  },
  password: { ...standardLimits.password, memoryKib: 64, passes: 1 },
};

const log = createLog('error');

function endHard(error: unknown): never {
  log.fatal({ err: error }, 'the exchange stopped');
  log.flush();
  return process.exit(70);
}

process.on('uncaughtException', endHard);
process.on('unhandledRejection', endHard);
const settings = readSettings(process.env);
/** An error of any part counts as a finding. */
const incidents = { ...createIncidents(log), note: (_part: string, error: unknown) => endHard(error) };
const exchange = await startExchange({
  settings,
  demo,
  log,
  limits,
  incidents,
  say: () => undefined,
  onFatal: endHard,
});
process.once('SIGTERM', () => {
  exchange.stop().then(() => process.exit(0), endHard);
});
process.stdout.write(`${exchange.url} ${exchange.consoleUrl ?? ''}\n`);
