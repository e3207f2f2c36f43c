/** Lines about one error that are written in a period; the others are counted. */
const maxLines = 10;
const periodMs = 10_000;
/** Kinds of errors that are watched at once. Beyond it all are forgotten, and written again. */
const maxKinds = 1_000;

interface Period {
  begun: number;
  lines: number;
  suppressed: number;
}

/** What the log does with a line. */
export interface Verdict {
  readonly isWritten: boolean;
  /** Lines about the same error that weren't written since the last one; 0 if none. */
  readonly suppressed: number;
}

/** Decides about lines that have an error: in an outage the same one fails thousands of calls a second, and would fill the disk. */
export function createLogThrottle(now: () => number): (event: string, error: unknown) => Verdict {
  const periods = new Map<string, Period>();
  return (event, error) => {
    const kind = `${event} ${error instanceof Error ? error.message : String(error)}`;
    const time = now();
    let period = periods.get(kind);
    let suppressed = 0;
    if (period === undefined || time - period.begun >= periodMs) {
      suppressed = period?.suppressed ?? 0;
      if (periods.size >= maxKinds) periods.clear();
      period = { begun: time, lines: 0, suppressed: 0 };
      periods.set(kind, period);
    }
    period.lines += 1;
    const isWritten = period.lines <= maxLines;
    if (!isWritten) period.suppressed += 1;
    return { isWritten, suppressed };
  };
}
