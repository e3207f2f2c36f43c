import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, readlinkSync } from 'node:fs';

/** The processes that work in `folder` or have it in their command line, each as process id and command. */
export function processesUsing(folder: string): readonly string[] {
  return everyProcess().filter((line) => line.includes(folder));
}

/** Every process as id, command and, on Linux, working folder: a database's child processes show their folder only there. */
function everyProcess(): readonly string[] {
  if (!existsSync('/proc/self')) return execFileSync('ps', ['-axo', 'pid=,command='], { encoding: 'utf8' }).split('\n');
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return numbers.map((pid) => {
    const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    return `${pid} ${command} in ${attempt(() => readlinkSync(`/proc/${pid}/cwd`))}`;
  });
}

/** Returns an empty text if the process ends while this function reads it. */
function attempt(look: () => string): string {
  try {
    return look();
  } catch {
    return '';
  }
}
