import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** What an operator does at the command line of the exchange whose data stand in `dataDir`. */
export async function operate(dataDir: string, ...words: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'apps/exchange/dist/operator.js'), ...words],
    {
      cwd: root,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, OPERATOR: 'journey' },
    },
  );
  return stdout;
}
