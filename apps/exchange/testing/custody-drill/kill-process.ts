import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const backWithinMs = 60_000;

/** Waits for a process to kill: the last one may not be back yet. */
export async function killHard(find: () => number | null): Promise<void> {
  const end = performance.now() + backWithinMs;
  for (;;) {
    const pid = find();
    if (pid !== null && existsSync(`/proc/${pid}`)) {
      process.kill(pid, 'SIGKILL');
      return;
    }
    if (performance.now() > end) throw new Error('a killed process did not come back');
    await delay(50);
  }
}

/** A node runs below a shell, which ends with it; the shell's other child reads the input that ends both. */
export function nodeBelow(shell: number | null): number | null {
  const list = `/proc/${shell}/task/${shell}/children`;
  if (shell === null || !existsSync(list)) return null;
  const children = readFileSync(list, 'utf8').trim().split(' ');
  const isNode = (pid: string): boolean =>
    existsSync(`/proc/${pid}/comm`) && !['sh', 'cat'].includes(readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  const found = children.find((pid) => pid !== '' && isNode(pid));
  return found === undefined ? null : Number(found);
}
