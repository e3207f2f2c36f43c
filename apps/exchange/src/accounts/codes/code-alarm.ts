import type { Logger } from 'pino';

/** Detects guessing at many addresses, which no limit of a single address notices. */
export interface CodeAlarm {
  failed(): void;
  /** Wrong codes of this minute or the last, if there were too many; otherwise 0. */
  readonly excess: number;
}

export interface CodeAlarmOptions {
  readonly log: Pick<Logger, 'error'>;
  /** Wrong codes of all customers in one minute that raise the alarm, once per minute. */
  readonly perMinute: number;
  readonly now: () => number;
}

const minuteMs = 60_000;

export function createCodeAlarm({ log, perMinute, now }: CodeAlarmOptions): CodeAlarm {
  let minute = 0;
  let failures = 0;
  let worst = { minute: 0, failures: 0 };
  return {
    get excess() {
      return Math.floor(now() / minuteMs) - worst.minute <= 1 ? worst.failures : 0;
    },
    failed: () => {
      const current = Math.floor(now() / minuteMs);
      if (current !== minute) failures = 0;
      minute = current;
      failures += 1;
      if (failures >= perMinute) worst = { minute, failures };
      if (failures === perMinute) log.error({ failures, perMinute }, 'codes.guessingSuspected');
    },
  };
}
