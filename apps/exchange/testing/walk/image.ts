import { cpSync, existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runHere } from './network.ts';

/** What a machine has besides Debian's required packages: systemd, and what installs packages. */
const packages = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates'];

/** The files of a Debian machine without anything on it, from this machine's mirror. Kept for the next walk. */
export function emptyMachine(folder: string): string {
  const image = join(folder, 'empty');
  if (existsSync(image)) return image;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${image}.new`;
  removeTree(unfinished);
  const sources = globSync(['/etc/apt/sources.list', '/etc/apt/sources.list.d/*.{list,sources}']);
  runHere('mmdebstrap', [
    '--quiet',
    '--variant=apt',
    `--include=${packages.join(',')}`,
    'bookworm',
    unfinished,
    ...sources,
  ]);
  // It trusts what this machine trusts, and its apt is set up likewise.
  for (const path of ['/usr/local/share/ca-certificates', '/etc/apt/apt.conf.d'])
    if (existsSync(path)) cpSync(path, join(unfinished, path), { recursive: true, force: true });
  runHere('chroot', [unfinished, 'update-ca-certificates']);
  renameSync(unfinished, image);
  return image;
}

/** Copies the files of a machine with their owners. */
export function copyMachine(from: string, to: string): string {
  removeTree(to);
  runHere('cp', ['--archive', '--reflink=auto', from, to]);
  return to;
}

export function removeTree(path: string): void {
  // A container that was killed may still be writing.
  rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 });
}
