import { execFile } from 'node:child_process';
import { readFile, readdir, readlink, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Stops a PostgreSQL that an earlier, killed process left running on this cluster, so that a new one can start. To be
 * called by the holder of the data folder's lock only: what runs on the cluster then belongs to nobody.
 */
export async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const postmaster = await readPostmasterPid(cluster);
  if (postmaster !== null && (await runsOnCluster(postmaster, cluster))) {
    log('stopping the PostgreSQL that an earlier run left behind');
    await stopPostmaster(postmaster, cluster);
  }
  // Workers of a killed postmaster end by themselves; a new one must not start before they did.
  if (!(await waitUntil(async () => (await processesOnCluster(cluster)).length === 0, 30_000))) {
    throw new Error(`processes of an earlier PostgreSQL still run on ${cluster}`);
  }
  await removeStaleLocks(cluster);
}

async function readPostmasterPid(cluster: string): Promise<number | null> {
  try {
    const pid = Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return Number.isSafeInteger(pid) && pid > 1 ? pid : null;
  } catch {
    return null;
  }
}

/** SIGINT is PostgreSQL's fast shutdown, SIGQUIT the immediate one (the next start recovers from its log). */
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

/** PostgreSQL itself takes the lock files for live ones if another program has the process number by now. */
async function removeStaleLocks(cluster: string): Promise<void> {
  for (const name of await readdir(cluster)) {
    if (name === 'postmaster.pid' || name.startsWith('.s.PGSQL.')) await rm(join(cluster, name), { force: true });
  }
}

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function processesOnCluster(cluster: string): Promise<number[]> {
  // Elsewhere than on Linux PostgreSQL's own check of its shared memory has to do.
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async (pid) => ((await runsOnCluster(pid, cluster)) ? pid : null)));
  return found.filter((pid) => pid !== null);
}

/** Whether the process is a PostgreSQL that works in this folder, whatever its number was before. */
async function runsOnCluster(pid: number, cluster: string): Promise<boolean> {
  try {
    if (process.platform === 'linux') {
      const [program, folder] = await Promise.all([readlink(`/proc/${pid}/exe`), readlink(`/proc/${pid}/cwd`)]);
      return basename(program).startsWith('postgres') && folder === cluster;
    }
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes('postgres') && stdout.includes(cluster);
  } catch {
    return false;
  }
}

async function waitUntil(condition: () => Promise<boolean>, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (await condition()) return true;
    await delay(20);
  }
  return condition();
}
