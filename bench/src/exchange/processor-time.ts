import { readFileSync, readdirSync } from 'node:fs';

/** Microseconds of processor time of a process, without its ended threads. Linux only. */
export function processorUs(pid: number): number {
  let nanoseconds = 0;
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
  }
  return nanoseconds / 1000;
}
