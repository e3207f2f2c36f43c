import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { backoffMs } from '../retry.ts';

const backoff = { firstMs: 500, maxMs: 30_000 };
/** Who has run for so long before it ended is started again at once. */
const steadyMs = 60_000;
/** What doesn't end when it is asked to is ended hard after this. */
const stopWithinMs = 5_000;

export interface KeptProcessOptions {
  /** What logs call it. */
  readonly name: string;
  readonly command: string;
  readonly arguments: readonly string[];
  /** All of its environment: nothing of the exchange's, whose secrets are in it. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly log: Logger;
  /** Called before each start. */
  readonly beforeStart?: () => void;
}

export interface KeptProcess {
  readonly pid: number | null;
  /** Closes its input, which it ends by. */
  stop(): Promise<void>;
}

/**
 * Runs a program that ends when its standard input is closed, and starts it again when it ends otherwise. It can't outlive this process: the
 * system closes its input with whoever held the other end.
 */
export function keepProcess(options: KeptProcessOptions): KeptProcess {
  const { name, command, environment, cwd, log } = options;
  let child: ChildProcess;
  let isStopping = false;
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;

  function run(): void {
    const startedAt = performance.now();
    options.beforeStart?.();
    child = spawn(command, options.arguments, { env: environment, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    if (child.stdout) createInterface(child.stdout).on('line', (line) => log.debug({ said: line }, name));
    if (child.stderr) createInterface(child.stderr).on('line', (line) => log.warn({ said: line }, name));
    // It may be gone before its input is closed.
    child.stdin?.on('error', () => undefined);
    child.on('error', (error) => log.warn({ err: error }, `${name} could not be started`));
    child.on('exit', (code, signal) => {
      if (isStopping) return;
      failures = performance.now() - startedAt > steadyMs ? 1 : failures + 1;
      const waitMs = backoffMs(failures, backoff);
      log.warn({ code, signal, waitMs }, `${name} ended; starting it again`);
      restart = setTimeout(run, waitMs);
    });
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(restart);
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    const ended = once(child, 'exit');
    const hard = setTimeout(() => child.kill('SIGKILL'), stopWithinMs);
    child.stdin?.end();
    await ended;
    clearTimeout(hard);
  }

  run();
  return {
    get pid() {
      return child.pid ?? null;
    },
    stop,
  };
}
