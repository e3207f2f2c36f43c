import type { Logger } from 'pino';

/**
 * Contains errors of parts other than the ledger: streams, tables, candles, alerts, metrics, timers. Each error is counted and logged under the part's name, and the
 * exchange continues; only a failure of the ledger ends the process.
 */
export interface Incidents {
  /** Records an error of a part. Never throws. */
  note(part: string, error: unknown): void;
  /** The number of errors of each part since the start. */
  readonly counts: ReadonlyMap<string, number>;
  /** The parts that had an error within the last `withinMs` milliseconds. */
  recent(withinMs: number): readonly string[];
}

/** At most one log line per part and interval, so that a caller who can trigger errors cannot fill the disk. */
const logEveryMs = 1_000;

interface Noted {
  at: number;
  loggedAt: number;
}

export function createIncidents(log: Pick<Logger, 'error'>): Incidents {
  const counts = new Map<string, number>();
  const last = new Map<string, Noted>();
  return {
    counts,
    note: (part, error) => {
      const now = performance.now();
      const count = (counts.get(part) ?? 0) + 1;
      counts.set(part, count);
      const noted = last.get(part) ?? { at: now, loggedAt: -Infinity };
      noted.at = now;
      last.set(part, noted);
      if (now - noted.loggedAt < logEveryMs) return;
      noted.loggedAt = now;
      log.error({ err: error, part, count }, 'part.failed');
    },
    recent: (withinMs) => {
      const since = performance.now() - withinMs;
      return [...last].filter(([, { at }]) => at >= since).map(([part]) => part);
    },
  };
}

/** Wraps work so that its errors are recorded under the part's name and not thrown. */
export function isolated<Given extends unknown[]>(
  incidents: Pick<Incidents, 'note'>,
  part: string,
  work: (...given: Given) => void,
): (...given: Given) => void {
  return (...given) => {
    try {
      work(...given);
    } catch (error) {
      incidents.note(part, error);
    }
  };
}
