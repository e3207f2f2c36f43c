import type { Logger } from 'pino';
import { createJob, type Job } from '../../platform/jobs.ts';
import type { EngineHost } from '../replica/engine-host.ts';
import type { MarkedJournal } from './marked-journal.ts';

/** Why a process should get no customers: commits don't end, or its replica is behind the journal. */
export type Ailment = 'journal' | 'replica';

export interface Pulse {
  /** Null while commits end and the replica keeps up. */
  readonly ailment: () => Ailment | null;
  readonly job: Job;
}

export interface PulseOptions {
  readonly journal: MarkedJournal;
  readonly host: Pick<EngineHost, 'sequence'>;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly everyMs?: number;
  /** After this long without a durable commit, or behind what was durable then, the process is ailing. */
  readonly maxSilenceMs?: number;
}

/**
 * Commits something empty each second in which nothing else did, and so notices a journal that is gone, read-only or waits for its standby.
 * Orders aren't needed to find out.
 */
export function createPulse(options: PulseOptions): Pulse {
  const { journal, host, log, everyMs = 1_000, maxSilenceMs = 5_000 } = options;
  const opened = performance.now();
  /** The oldest durable position that the replica hasn't reached. */
  let missing: { readonly sequence: number; readonly since: number } | null = null;
  let reported: Ailment | null = null;

  function findAilment(): Ailment | null {
    const now = performance.now();
    if (now - (journal.durable?.at ?? opened) > maxSilenceMs) return 'journal';
    if (missing !== null && host.sequence < missing.sequence && now - missing.since > maxSilenceMs) return 'replica';
    return null;
  }

  function report(): void {
    const ailment = findAilment();
    if (ailment === reported) return;
    if (ailment === null) log.info({ ailment: reported }, 'readiness.back');
    else log.warn({ ailment, entry: host.sequence, durable: journal.durable?.head.sequence ?? 0 }, 'readiness.lost');
    reported = ailment;
  }

  const job = createJob({
    name: 'ledger.pulse',
    everyMs,
    run: async () => {
      try {
        const isQuiet = performance.now() - (journal.durable?.at ?? -Infinity) >= everyMs;
        if (isQuiet) await journal.confirm();
        const sequence = journal.durable?.head.sequence ?? 0;
        if (missing === null || host.sequence >= missing.sequence)
          missing = host.sequence >= sequence ? null : { sequence, since: performance.now() };
      } finally {
        report();
      }
    },
  });
  return { ailment: findAilment, job };
}
