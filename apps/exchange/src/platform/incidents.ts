import type { Logger } from 'pino';

/**
 * Errors of parts that aren't the ledger: streams, tables, candles, alerts, figures, timers. Each is counted and logged under the part's name, and the
 * exchange goes on; only the ledger's own failure ends the process.
 */
export interface Incidents {
  /** Notes an error of a part. Never throws. */
  note(part: string, error: unknown): void;
  /** How many errors each part has had since the start. */
  readonly counts: ReadonlyMap<string, number>;
  /** The parts that had an error within the last so many milliseconds. */
  recent(withinMs: number): readonly string[];
}

/** A part that fails again and again is logged this often: whoever can make it fail must not be able to fill the disk. */
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
      log.error({ err: error, part, count }, 'a part of the exchange failed and goes on');
    },
    recent: (withinMs) => {
      const since = performance.now() - withinMs;
      return [...last].filter(([, { at }]) => at >= since).map(([part]) => part);
    },
  };
}

/** The same work, whose errors are noted under the part's name and go no further. */
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
