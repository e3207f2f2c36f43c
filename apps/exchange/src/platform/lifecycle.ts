import type { Job, JobParts } from './jobs.ts';

/**
 * What a process has open. Everything is registered when it is opened, by {@link Lifecycle.onClose}, and closed in the reverse order. Jobs are drained before
 * anything is closed: none of them ever meets a closed pool.
 */
export interface Lifecycle {
  /** True from the first call of `close` on. */
  readonly isClosing: boolean;
  /** The jobs started so far. */
  readonly jobs: readonly Job[];
  /** Registers how something that is open now is closed. */
  onClose(close: () => unknown): void;
  /** Starts a job; does nothing once the process is closing. */
  startJob(job: Job): void;
  /** Drains the jobs, then closes everything, the newest first. A failure keeps nothing else open; it is thrown at the end. */
  close(): Promise<void>;
}

/** @param parts what jobs log and are measured by */
export function createLifecycle(parts: JobParts): Lifecycle {
  const open = new AsyncDisposableStack();
  const jobs: Job[] = [];
  let closing: Promise<void> | null = null;

  async function close(): Promise<void> {
    await Promise.all(jobs.map((job) => job.stop()));
    await open.disposeAsync();
  }

  return {
    get isClosing() {
      return closing !== null;
    },
    jobs,
    onClose: (end) => open.defer(async () => void (await end())),
    startJob: (job) => {
      if (closing !== null) return;
      jobs.push(job);
      job.start(parts);
    },
    close: () => (closing ??= close()),
  };
}
