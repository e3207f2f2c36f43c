import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';
import { backoffMs } from '../retry.ts';

const backoff = { firstMs: 500, maxMs: 30_000 };
/** A process that ran this long before it exited is restarted without a growing pause. */
const steadyMs = 60_000;
/** A process that does not exit within this time is killed. */
const stopWithinMs = 20_000;

export interface SupervisedProcessOptions {
  /** The name in logs. */
  readonly name: string;
  readonly command: string;
  readonly arguments: readonly string[];
  /** Its whole environment. The exchange's own holds secrets and is not inherited. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly log: Logger;
  /** Called before each start. */
  readonly beforeStart?: () => void;
}

export interface SupervisedProcess {
  readonly pid: number | null;
  /** Stops the process by closing its input. */
  stop(): Promise<void>;
}

/**
 * Runs a program that exits when its standard input closes, and restarts it if it exits otherwise. It cannot outlive this process, as the
 * system closes its input when this process ends.
 */
export function superviseProcess(options: SupervisedProcessOptions): SupervisedProcess {
  const { name, command, environment, cwd, log } = options;
  let child: ChildProcess;
  let isStopping = false;
  let failures = 0;
  let restart: NodeJS.Timeout | undefined;

  function run(): void {
    const startedAt = performance.now();
    options.beforeStart?.();
    child = spawn(command, options.arguments, { env: environment, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => log.debug({ process: name, line }, 'process.output'));
    if (child.stderr)
      createInterface(child.stderr).on('line', (line) => log.warn({ process: name, line }, 'process.errorOutput'));
    // The process may exit before its input is closed.
    child.stdin?.on('error', () => undefined);
    child.on('error', (error) => log.warn({ err: error, process: name }, 'process.startFailed'));
    child.on('exit', (code, signal) => {
      if (isStopping) return;
      failures = performance.now() - startedAt > steadyMs ? 1 : failures + 1;
      const waitMs = backoffMs(failures, backoff);
      log.warn({ process: name, code, signal, waitMs }, 'process.exited');
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
