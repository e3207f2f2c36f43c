import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { compileCache, type ExchangeProcess } from './exchange-process.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Runs an operator command against an exchange on its machine. */
export async function operate(
  { dataDir, databaseUrl }: Pick<ExchangeProcess, 'dataDir' | 'databaseUrl'>,
  ...words: readonly string[]
): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(root, 'apps/exchange/dist/operator.js'), ...words],
    {
      cwd: root,
      env: {
        PATH: process.env['PATH'],
        HOME: process.env['HOME'],
        NODE_COMPILE_CACHE: compileCache,
        DATA_DIR: dataDir,
        ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
        OPERATOR: 'journey',
      },
    },
  );
  return stdout;
}
