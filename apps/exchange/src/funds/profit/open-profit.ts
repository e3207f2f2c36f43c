import { join } from 'node:path';
import type { ContextOf } from '../../context.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { Valuation } from '../../assets/prices/valuation.ts';
import { openArchive } from '../../platform/object-storage/archive-store.ts';
import type { Job } from '../../platform/jobs.ts';
import type { Api } from '../../transport/http/route.ts';
import { ProfitCounter } from './profit-counter.ts';
import { createProfitJob } from './profit-job.ts';
import { serveProfit } from './serve-profit.ts';

/** Customers' profit, counted from the ledger's lines when they ask for it. */
export function openProfit(
  { storage, settings, incidents, now }: ContextOf<'funds'>,
  { ledger: { host, projector, directory }, valuation }: { readonly ledger: Ledger; readonly valuation: Valuation },
): { readonly job: Job; readonly routes: (api: Api) => void } {
  const { pool, db } = storage.longRunning;
  const keeping = storage.pools.reading.db;
  const source = { host, projector, directory, now };
  const counter = new ProfitCounter({ ...source, db: storage.reads.exact, keeping, isJob: false });
  const job = createProfitJob({
    // Its reads are long: customers' don't wait for them.
    counter: new ProfitCounter({ ...source, db, keeping: db, isJob: true }),
    db,
    pool,
    store: settings.archiveUrl === null ? null : openArchive(settings.archiveUrl),
    folder: join(settings.dataDir, 'counting'),
    incidents,
    now,
  });
  const { exact: reading } = storage.reads;
  const position = (): number => host.sequence;
  const wake = (): void => job.wake();
  return {
    job,
    routes: (api) => serveProfit(api, { counter, db: reading, keeping, directory, valuation, wake, position, now }),
  };
}
