import { readFileSync, readdirSync } from 'node:fs';

/** The thread in which V8 processes CPU samples. It runs only while a profile is taken, so it is no cost of the server. */
const samplersThread = 'v8:ProfEvntProc';

/** Microseconds of processor time of a process, without its ended threads and V8's sampler. Linux only. */
export function processorUs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim();
    if (name !== samplersThread) nanoseconds += nanosecondsOf(pid, thread);
  }
  return nanoseconds / 1000;
}

/** Linux counts the time of ended processes in such ticks. */
const usPerTick = 10_000;

/** The same of a process's ended children. */
export function endedUs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const [user = 0, system = 0] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(14, 16).map(Number);
  return (user + system) * usPerTick;
}

/** The same of the thread that runs its JavaScript. */
export function mainThreadUs(pid: number): number {
  return nanosecondsOf(pid, String(pid)) / 1000;
}

/** The same of a supervisor and the processes of its program, without its database. */
export function processorUsOfAll(pid: number, program: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  const own = children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(program));
  return [pid, ...own].reduce((sum, each) => sum + processorUs(each), 0);
}

function nanosecondsOf(pid: number, thread: string): number {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
}
