import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Child {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Starts one of our servers, or a database, and waits for the line with its address. With `cores` it runs on so many of them alone, by `taskset`. */
export async function startChild(
  script: string,
  environment: Record<string, string> = {},
  cores?: number,
): Promise<Child> {
  const binding = cores === undefined ? [] : ['taskset', '--cpu-list', `0-${cores - 1}`];
  const [program, ...given] = [...binding, process.execPath, script];
  const child: ChildProcess = spawn(program, given, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!child.stdout) throw new Error('the child process has no output');
  // A bench that fails leaves no server behind.
  const kill = (): void => void child.kill('SIGTERM');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /https?:\/\/[\w.]+:\d+|postgres:\S+/.exec(line)?.[0];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, pid: child.pid ?? 0, stop: () => stop(child) };
  }
  throw new Error(`${script} exited before it listened`);
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
