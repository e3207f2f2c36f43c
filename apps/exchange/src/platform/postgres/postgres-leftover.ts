import { execFile } from 'node:child_process';
import { readFile, readdir, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Stops a PostgreSQL that an earlier, killed process left running on this cluster, so that a new one can start. Only the
 * holder of the data folder's lock may call it: no living exchange uses a server found on the cluster then.
 */
export async function stopLeftover(cluster: string, socketFolder: string, log: (line: string) => void): Promise<void> {
  const lockFiles = [join(cluster, 'postmaster.pid'), join(socketFolder, '.s.PGSQL.5432.lock')];
  for (const lockFile of lockFiles) {
    const pid = await readPid(lockFile);
    if (pid !== null && (await runsOnCluster(pid, cluster))) {
      log('stopping the PostgreSQL left over from an earlier run');
      await stopPostmaster(pid, cluster);
    }
  }
  // Workers of a killed postmaster end by themselves; a new one must not start before that.
  if (!(await waitUntil(async () => (await processesOnCluster(cluster)).length === 0, 30_000))) {
    throw new Error(`processes of an earlier PostgreSQL are still running on ${cluster}: stop them and start again`);
  }
  for (const lockFile of lockFiles) await removeMisleading(lockFile);
}

/** The process id in a lock file, `NaN` if it holds none, or null if there is no such file. */
async function readPid(lockFile: string): Promise<number | null> {
  const text = await readFile(lockFile, 'utf8').catch(() => null);
  return text === null ? null : Number.parseInt(text, 10);
}

/**
 * Removes a lock file with which PostgreSQL would refuse to start: an empty one (after a power cut), or one that names a process which is now some
 * other program. PostgreSQL judges all others itself, by its shared memory.
 */
async function removeMisleading(lockFile: string): Promise<void> {
  const pid = await readPid(lockFile);
  if (pid !== null && (Number.isNaN(pid) || isAlive(pid))) await rm(lockFile, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one (the next start recovers from the WAL). */
async function stopPostmaster(pid: number, cluster: string): Promise<void> {
  const isGone = async () => !(await runsOnCluster(pid, cluster));
  for (const [signal, timeoutMs] of [
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ] as const) {
    signalProcess(pid, signal);
    if (await waitUntil(isGone, timeoutMs)) return;
  }
  throw new Error(`the PostgreSQL of an earlier run (process ${pid}) can't be stopped`);
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function processesOnCluster(cluster: string): Promise<number[]> {
  // On other systems than Linux only PostgreSQL's own check of its shared memory applies.
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await runsOnCluster(pid, cluster)) ? pid : null)));
  return found.filter((pid) => pid !== null);
}

/** True if the process is a PostgreSQL that runs in this folder. */
async function runsOnCluster(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return commandNames(await commandOf(pid), cluster);
  try {
    const [program, folder] = await Promise.all([readlink(`/proc/${pid}/exe`), readlink(`/proc/${pid}/cwd`)]);
    return basename(program).startsWith('postgres') && folder === cluster;
  } catch (error) {
    // Another user's process may show only its command; one that has just ended shows nothing.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') return false;
    return commandNames(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''), cluster);
  }
}

async function commandOf(pid: number): Promise<string> {
  return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

function commandNames(command: string, cluster: string): boolean {
  return command.includes('postgres') && command.includes(cluster);
}

async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await delay(20);
  }
  return condition();
}
