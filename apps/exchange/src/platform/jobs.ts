import type { Logger } from 'pino';

export interface JobOptions {
  /** The job's name in logs and metrics: its room and what it does, such as `funds.feeTiers`. */
  readonly name: string;
  /** Milliseconds from the end of one run to the start of the next. */
  readonly everyMs: number;
  /** Milliseconds until the first run; `everyMs` by default. */
  readonly firstMs?: number;
  /** Milliseconds from a failed run to the next one; `everyMs` by default. */
  readonly afterFailureMs?: number;
  /** True in the one process that does the job; every process does it by default. While false it is checked again within a second. */
  readonly leaderOnly?: () => boolean;
  /** Does the work once. `signal` aborts when the process is stopping: the run should then end as soon as it safely can. */
  readonly run: (signal: AbortSignal) => unknown;
}

/** One run of a job that has ended. */
export interface JobRun {
  readonly name: string;
  readonly ms: number;
  readonly hasFailed: boolean;
}

export interface JobContext {
  readonly log?: Pick<Logger, 'error'>;
  /** Called when a job is started. */
  readonly onStart?: (name: string) => void;
  /** Called before each run. */
  readonly onBegin?: (name: string) => void;
  /** Called after each run. */
  readonly onRun?: (run: JobRun) => void;
}

/** Work that runs periodically, one run at a time. */
export interface Job {
  readonly name: string;
  /** Starts the periodic runs. */
  start(context?: JobContext): void;
  /** Runs the job now, or once more after the current run. Before the start it makes the first run immediate. */
  wake(): void;
  /** Aborts the current run and waits for its end. No run follows. */
  stop(): Promise<void>;
}

const leaderCheckMs = 1_000;

export function createJob(options: JobOptions): Job {
  return new PeriodicJob(options);
}

/** Creates and starts a job, for callers that stop it themselves. */
export function startJob(options: JobOptions, context?: JobContext): Job {
  const job = createJob(options);
  job.start(context);
  return job;
}

class PeriodicJob implements Job {
  readonly #options: JobOptions;
  #context: JobContext = {};
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | null = null;
  #abort = new AbortController();
  #state: 'new' | 'started' | 'stopped' = 'new';
  /** True if a requested run has not started. */
  #isWoken = false;

  constructor(options: JobOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  start(context: JobContext = {}): void {
    if (this.#state !== 'new') return;
    this.#state = 'started';
    this.#context = context;
    context.onStart?.(this.name);
    this.#runAfter(this.#isWoken ? 0 : (this.#options.firstMs ?? this.#options.everyMs));
  }

  wake(): void {
    this.#isWoken = true;
    if (this.#state !== 'started' || this.#running !== null) return;
    clearTimeout(this.#timer);
    this.#begin();
  }

  async stop(): Promise<void> {
    this.#state = 'stopped';
    clearTimeout(this.#timer);
    this.#abort.abort();
    await this.#running;
  }

  #runAfter(ms: number): void {
    if (this.#state !== 'started') return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(), ms);
  }

  #begin(): void {
    const { everyMs, leaderOnly } = this.#options;
    if (leaderOnly?.() === false) return this.#runAfter(Math.min(everyMs, leaderCheckMs));
    this.#isWoken = false;
    this.#running = this.#runOnce().then((pauseMs) => {
      this.#running = null;
      this.#runAfter(this.#isWoken ? 0 : pauseMs);
    });
  }

  /** Resolves with the pause until the next run; never rejects. */
  async #runOnce(): Promise<number> {
    const { name, everyMs, afterFailureMs = everyMs, run } = this.#options;
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const begun = performance.now();
    this.#context.onBegin?.(name);
    let hasFailed = false;
    try {
      await run(signal);
    } catch (error) {
      // A run that was aborted has not failed.
      hasFailed = !signal.aborted;
      if (hasFailed) this.#context.log?.error({ err: error, job: name }, 'job.failed');
    }
    this.#context.onRun?.({ name, ms: performance.now() - begun, hasFailed });
    return hasFailed ? afterFailureMs : everyMs;
  }
}

/** Resolves with `work`, or rejects when `signal` aborts: for a run that waits for something that may never come. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(new DOMException('The job was stopped', 'AbortError'));
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
