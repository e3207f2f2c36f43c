import { createJob, type Job } from '../../../platform/jobs.ts';
import type { Incidents } from '../../../platform/incidents.ts';
import { type RunningExport, runExport } from './run-export.ts';

export interface ExportJobOptions extends Omit<RunningExport, 'signal'> {
  readonly incidents: Pick<Incidents, 'note'>;
}

/** A process is woken by its own customers' requests, and looks for those of processes that died. */
const everyMs = 30_000;

/** Makes customers' exports, one at a time in each process. */
export function createExportJob({ incidents, ...options }: ExportJobOptions): Job {
  const { exports } = options;
  return createJob({
    name: 'funds.statementExports',
    everyMs,
    run: async (signal) => {
      await exports.deleteOld();
      for (;;) {
        const row = signal.aborted ? null : await exports.take();
        if (row === null) return;
        try {
          await runExport(row, { ...options, signal });
        } catch (error) {
          // A stop isn't the customer's: another process takes it on.
          if (!signal.aborted) incidents.note('statementExports', error);
          const isAltered = error instanceof Error && error.name === 'ArchiveAltered';
          await exports.fail(row, isAltered);
          // The next attempt follows later: a storage may be back by then.
          return;
        }
      }
    },
  });
}
