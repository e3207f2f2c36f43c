import type { Logger } from 'pino';

/** Notices that codes are being guessed at large: each guess is at another address, so no limit of one of them sees it. */
export interface CodeAlarm {
  failed(): void;
  /** How many there were in this minute or the last one, where there were too many; 0 otherwise. */
  readonly excess: number;
}

export interface CodeAlarmOptions {
  readonly log: Pick<Logger, 'error'>;
  /** Wrong codes in a minute, of all customers together, from which on it is logged, once a minute. */
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
      if (failures === perMinute) log.error({ failures, perMinute }, 'many wrong codes: somebody may be guessing');
    },
  };
}
