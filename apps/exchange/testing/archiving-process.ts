import { openDatabase } from '../src/database/connection.ts';
import { archiveHistory } from '../src/ledger/archive/archive-history.ts';
import { openArchive } from '../src/platform/object-storage/archive-store.ts';

/** Archives history, and kills itself at a step if one is given: `node archiving-process.ts URL ARCHIVE FOLDER CUTOFF [STEP]`. */
const [url = '', archive = '', folder = '', cutoff = '', lastStep = ''] = process.argv.slice(2);
const { pool, db, close } = openDatabase(url, { maxConnections: 2 });
await archiveHistory({
  pool,
  db,
  store: openArchive(archive),
  folder,
  cutoff: Number(cutoff),
  now: Number(cutoff),
  signal: new AbortController().signal,
  onStep: (step) => {
    if (step === lastStep) process.kill(process.pid, 'SIGKILL');
  },
});
await close();
