import type { Job, JobContext } from './jobs.ts';

/**
 * The open resources of a process. Each is registered by {@link Lifecycle.onClose} when it is opened, and closed in reverse order. Jobs are drained
 * before anything is closed, so that none meets a closed pool.
 */
export interface Lifecycle {
  /** True from the first call of `close`. */
  readonly isClosing: boolean;
  /** The jobs started so far. */
  readonly jobs: readonly Job[];
  /** Registers how to close something that is open now. */
  onClose(close: () => unknown): void;
  /** Starts a job; does nothing once the process is closing. */
  startJob(job: Job): void;
  /** Drains the jobs, then closes everything, the newest first. A failure does not keep the rest open; it is thrown at the end. */
  close(): Promise<void>;
}

/** @param jobContext log and metrics of the jobs */
export function createLifecycle(jobContext: JobContext): Lifecycle {
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
      job.start(jobContext);
    },
    close: () => (closing ??= close()),
  };
}
