import { pathToFileURL } from 'node:url';
import { readSettings, SettingsError, type Settings } from './config/settings.ts';
import { ownProgram } from './platform/own-files.ts';

function settingsOrExit(): Settings {
  try {
    return readSettings(process.env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(1);
  }
}

const { mode } = settingsOrExit();
// The exchange as production runs it, and the exchange with a demo, are two programs. A process loads one of them.
const program = mode === 'demo' ? ownProgram('../demo/src/demo-exchange.ts') : ownProgram('src/production.ts');
await import(pathToFileURL(program).href);
