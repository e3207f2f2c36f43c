import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Logger } from 'pino';

const program = join(import.meta.dirname, '../../../../maker/src/main.ts');
const restartMsLeast = 500;
const restartMsMost = 30_000;
/** Who has run for so long before it ended is started again at once. */
const steadyMs = 60_000;
/** The maker cancels its quotes when it stops; past this it is ended hard. */
const stopWithinMs = 5_000;

export interface MakerProcessOptions {
  /** Where the exchange answers. */
  readonly url: string;
  /** The demo market's file. */
  readonly file: string;
  readonly log: Logger;
}

export interface MakerProcess {
  readonly pid: number | null;
  /** Lets it cancel its quotes and end. */
  stop(): Promise<void>;
}

/**
 * Runs the market maker as a process of its own, an ordinary client of the API, and starts it again when it ends. It can't outlive this
 * process: it ends when its standard input is closed, and the system closes that with whoever held its other end.
 */
export function startMakerProcess({ url, file, log }: MakerProcessOptions): MakerProcess {
  let child: ChildProcess;
  let isStopping = false;
  let waitMs = restartMsLeast;
  let restart: NodeJS.Timeout | undefined;

  function run(): void {
    const startedAt = performance.now();
    child = spawn(process.execPath, [program], {
      // Its own settings and nothing of the exchange's, whose secrets are in the environment.
      env: { FFT_URL: url, FFT_DEMO_MARKET: resolve(file), FFT_LIFELINE: 'stdin' },
      cwd: dirname(file),
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    if (child.stdout) createInterface(child.stdout).on('line', (line) => log.debug({ maker: line }, 'demo maker'));
    if (child.stderr) createInterface(child.stderr).on('line', (line) => log.warn({ maker: line }, 'demo maker'));
    // It may be gone before its input is closed.
    child.stdin?.on('error', () => undefined);
    child.on('error', (error) => log.warn({ err: error }, 'the demo maker could not be started'));
    child.on('close', (code, signal) => {
      if (isStopping) return;
      if (performance.now() - startedAt > steadyMs) waitMs = restartMsLeast;
      log.warn({ code, signal, waitMs }, 'the demo maker ended; starting it again');
      restart = setTimeout(run, waitMs);
      waitMs = Math.min(waitMs * 2, restartMsMost);
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
