import { readFileSync, readdirSync, readlinkSync } from 'node:fs';

function read(path: string, how: (path: string) => string): string {
  try {
    return how(path);
  } catch {
    return '';
  }
}

/** Linux: the processes that work in `folder` or were started with it. */
export function processesUsing(folder: string): readonly string[] {
  const numbers = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  return numbers.flatMap((pid) => {
    const command = read(`/proc/${pid}/cmdline`, (path) => readFileSync(path, 'utf8')).replaceAll('\0', ' ');
    const cwd = read(`/proc/${pid}/cwd`, readlinkSync);
    return cwd.startsWith(folder) || command.includes(folder) ? [`${pid} ${command}`] : [];
  });
}
