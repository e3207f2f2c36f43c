import { dirname, resolve } from 'node:path';
import type { Logger } from 'pino';
import { ownProgram } from '../../../exchange/src/platform/own-files.ts';
import {
  superviseProcess,
  type SupervisedProcess,
} from '../../../exchange/src/platform/processes/supervised-process.ts';

const program = ownProgram('../maker/src/main.ts');

export interface MakerProcessOptions {
  /** The exchange's address. */
  readonly url: string;
  /** The demo market's file. */
  readonly file: string;
  /** API keys of the maker and the taker: `<key>:<secret>,<key>:<secret>`. If empty, both log in with passwords. */
  readonly keys: string;
  readonly log: Logger;
}

/** Runs the market maker as a separate process, an ordinary client of the API; it cancels its quotes when it stops. */
export function startMakerProcess({ url, file, keys, log }: MakerProcessOptions): SupervisedProcess {
  return superviseProcess({
    name: 'the demo maker',
    command: process.execPath,
    arguments: [program],
    environment: { FFT_URL: url, FFT_DEMO_MARKET: resolve(file), FFT_LIFELINE: 'stdin', FFT_KEYS: keys },
    cwd: dirname(file),
    log,
  });
}
