/** Bundles the server and each of its programs and threads into one file, if their sources have changed. */
import { basename, join } from 'node:path';
import { buildWhereChanged } from './built-from.ts';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '..');

/** Each is written to its workspace's `dist` under its own name (`apps/exchange/src/platform/own-files.ts` finds it there). */
const programs = {
  'apps/exchange': [
    'src/main.ts',
    'src/production.ts',
    'cli/operator.ts',
    'cli/verify-books.ts',
    'cli/accept-journal.ts',
    'cli/restore-check.ts',
    'src/ledger/reconciliation/verify-process.ts',
    'src/ledger/archive/duckdb-process.ts',
    'src/ledger/replica/apply-watch-thread.ts',
    'src/ledger/projection/write-tables.ts',
    'src/ledger/snapshots/snapshot-worker.ts',
    'src/funds/liabilities/tree-worker.ts',
  ],
  'apps/demo': ['src/demo-exchange.ts'],
  'apps/maker': ['src/main.ts'],
  'apps/signer': ['src/main.ts'],
};

const product = {
  name: 'server',
  built: 'apps/exchange/dist/main.js',
  ingredients: [
    'package-lock.json',
    'scripts/{build-server,bundle}.ts',
    'apps/{exchange,demo,maker,signer}/{package.json,{src,cli}/**/*.*}',
    'packages/*/{package.json,src/**/*.*}',
  ],
};

/** Updates each `dist` from the present sources. */
export async function buildServer(): Promise<void> {
  await buildWhereChanged(product, async () => {
    const built = Object.entries(programs).flatMap(([workspace, sources]) => {
      const folder = join(root, workspace, 'dist');
      return sources.map((source) => bundle(join(root, workspace, source), { folder, name: basename(source, '.ts') }));
    });
    await Promise.all(built);
  });
}

if (import.meta.main) await buildServer();
