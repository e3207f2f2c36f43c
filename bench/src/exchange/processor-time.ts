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

/** Linux counts the time of whole processes in such ticks. */
const usPerTick = 10_000;

/** Microseconds of processor time of a process with its ended threads, to a hundredth of a second. */
function wholeUs(pid: number): number {
  const [user = 0, system = 0] = ticksOf(pid);
  return (user + system) * usPerTick;
}

/** The same of a process and all its children, also those that have ended: of PostgreSQL, by its main process. */
export function familyUs(pid: number): number {
  const [, , user = 0, system = 0] = ticksOf(pid);
  return (user + system) * usPerTick + [pid, ...childrenOf(pid)].reduce((sum, each) => sum + wholeUs(each), 0);
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[2]);
}

export function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
}

/** Of a process itself, user and system, and of its ended children. */
function ticksOf(pid: number): readonly number[] {
  return statOf(pid).slice(12, 16).map(Number);
}

/** The fields of Linux's figures, from the end of the name on. */
function statOf(pid: number): readonly string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')')).split(' ');
}

/** The same of the thread that runs its JavaScript. */
export function mainThreadUs(pid: number): number {
  return nanosecondsOf(pid, String(pid)) / 1000;
}

/** Of a supervisor and the processes of its program, without its database. */
export function processorUsOfAll(pid: number, program: string): number {
  const own = childrenOf(pid).filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes(program));
  return [pid, ...own].reduce((sum, each) => sum + wholeUs(each), 0);
}

function nanosecondsOf(pid: number, thread: string): number {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
}
