/** Starts the market maker, from the exchange's demo or by hand with the settings of `readSettings`. */
import { MarketMaker } from './market-maker.ts';
import { readSettings } from './settings.ts';

/** Cancelling everything takes well under a second; without an exchange it is impossible. */
const stopWithinMs = 4_000;

const settings = await readSettings(process.env);
const maker = new MarketMaker({
  ...settings,
  say: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
});

function stop(): void {
  maker.stop();
  setTimeout(() => process.exit(1), stopWithinMs).unref();
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
if (settings.endsWithInput) process.stdin.on('close', stop).on('error', stop).resume();

await maker.run();
process.exit(0);
