import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The server of a fuzz run, in its own process. */
export interface FuzzedServer {
  readonly url: string;
  readonly consoleUrl: string;
  /** Returns the exit code. */
  stop(): Promise<number | null>;
  /** Ends it as a power failure does. */
  kill(): Promise<void>;
}

/** Loads these modules before the server. */
export async function startServer(
  environment: Readonly<Record<string, string>>,
  imports: readonly string[] = [],
): Promise<FuzzedServer> {
  const script = join(import.meta.dirname, 'server.ts');
  const loaded = imports.map((path) => `--import=${path}`);
  const child: ChildProcess = spawn(process.execPath, [...loaded, script], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('the server has no output');
  const ended = once(child, 'exit');
  for await (const line of createInterface({ input: child.stdout })) {
    const [port, consolePort] = [...line.matchAll(/http:\/\/[\w.]+:(\d+)/g)].map(([, found]) => found);
    if (port === undefined || consolePort === undefined) continue;
    child.stdout.resume();
    const stop = async (): Promise<number | null> => {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    };
    const kill = async (): Promise<void> => {
      child.kill('SIGKILL');
      await ended;
    };
    return { url: `http://127.0.0.1:${port}`, consoleUrl: `http://127.0.0.1:${consolePort}`, stop, kill };
  }
  throw new Error('the server exited before it listened');
}
