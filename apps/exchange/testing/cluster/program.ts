import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { type PostgresUser, spawnAs } from '../../src/platform/postgres/postgres-user.ts';

export interface ProgramOptions {
  readonly user: PostgresUser;
  readonly command: readonly string[];
  readonly logFile: string;
  /** Starts it again whatever ends it, as the samples' units do. */
  readonly isKept: boolean;
}

const stopWithinMs = 40_000;
const restartMs = 1_000;

/** A program that can be started, stopped, frozen and killed, with its output in a file. */
export class Program {
  readonly #options: ProgramOptions;
  #process: ChildProcess | null = null;
  #isWanted = false;

  constructor(options: ProgramOptions) {
    this.#options = options;
  }

  /** Null while it doesn't run. */
  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  start(): void {
    this.#isWanted = true;
    if (this.#process !== null) return;
    const { user, command, logFile, isKept } = this.#options;
    const output = openSync(logFile, 'a', 0o600);
    const child = spawnAs(user, command, output);
    closeSync(output);
    this.#process = child;
    let isOver = false;
    const onEnd = (): void => {
      if (isOver) return;
      isOver = true;
      this.#process = null;
      if (isKept) setTimeout(() => this.#isWanted && this.start(), restartMs);
    };
    child.once('exit', onEnd);
    // A program that can't be found has no exit.
    child.once('error', onEnd);
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name);
  }

  /** Ends it for good, and resolves once it has ended; kills it where it takes too long. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    this.#isWanted = false;
    const child = this.#process;
    if (child === null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    const tooLong = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    await exit;
    clearTimeout(tooLong);
  }
}
