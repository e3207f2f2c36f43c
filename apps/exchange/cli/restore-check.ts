import { rename, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { verifyApart } from '../src/ledger/reconciliation/verify-apart.ts';
import { restoreFigures } from '../src/metrics/restore-figures.ts';
import { restoreCopy } from '../src/platform/postgres/restored-copy.ts';
import { printDifferences } from './print-differences.ts';

/**
 * Restores the newest backup into a scratch server, and verifies its books. Nothing of the exchange runs there: no custody, no mail, no webhooks.
 * Exits with 0 if the books are sound, with 1 if they aren't, with 2 if the backup can't be restored or read.
 */

const usage = `npm run restore-check -- [options]
  --stanza NAME      pgBackRest's name of the cluster (fft)
  --database NAME    (fft)
  --superuser NAME   (postgres)
  --folder PATH      where the copy fits; it is deleted afterwards (/var/tmp)
  --binaries PATH    PostgreSQL's programs, of the cluster's version (/usr/lib/postgresql/15/bin)
  --archive URL      where the cluster's exchange archives history, if it does (ARCHIVE_URL of the environment)
  --metrics PATH     writes the time of a sound check for Prometheus' node exporter`;

const { values } = parseArgs({
  options: {
    stanza: { type: 'string', default: 'fft' },
    database: { type: 'string', default: 'fft' },
    superuser: { type: 'string', default: 'postgres' },
    folder: { type: 'string', default: '/var/tmp' },
    binaries: { type: 'string', default: '/usr/lib/postgresql/15/bin' },
    archive: { type: 'string', default: process.env['ARCHIVE_URL'] ?? '' },
    metrics: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

/** A command of the journal that takes longer is reported. */
const maxCommandSeconds = 60;

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** Number of the last entry in the restored journal. */
async function headOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ sequence: string }>('SELECT sequence FROM journal_head');
    return Number(rows[0]?.sequence ?? 0);
  } finally {
    await client.end();
  }
}

async function check(): Promise<boolean> {
  const copy = await restoreCopy({ ...values, say });
  try {
    const ageSeconds = copy.newestCommit === null ? null : (Date.now() - copy.newestCommit.getTime()) / 1000;
    say(
      `Restored up to journal entry ${await headOf(copy.url)}${ageSeconds === null ? '' : `, ${aged(ageSeconds)} old`}`,
    );
    const result = await verifyApart({
      url: copy.url,
      archive: values.archive || null,
      say,
      maxCommandSeconds,
    });
    const differences = 'poison' in result ? [result.poison] : result.report.differences;
    const isSound = printDifferences(differences, 'The backup restores, and its books are sound.');
    // A check that fails leaves the last success as it is, so that its age shows.
    if (isSound && values.metrics !== undefined) await writeMetrics(values.metrics, copy.newestCommit);
    return isSound;
  } finally {
    await copy.discard();
  }
}

function aged(seconds: number): string {
  return seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

/** Replaces the file in one step: the node exporter may read it at any moment. */
async function writeMetrics(path: string, newest: Date | null): Promise<void> {
  await writeFile(`${path}.new`, restoreFigures(new Date(), newest));
  await rename(`${path}.new`, path);
}

if (values.help) say(usage);
else if (process.getuid?.() === 0) {
  process.stderr.write(
    'PostgreSQL refuses to run as root: start this as the user that makes the backups, such as postgres.\n',
  );
  process.exitCode = 2;
} else {
  try {
    process.exitCode = (await check()) ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
