import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Keeps files by names that it doesn't choose. */
export interface Files {
  write(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer>;
  /** One that is gone already is no error. */
  remove(name: string): Promise<void>;
}

const nameForm = /^[A-Za-z0-9_-]{20,64}$/;

/** @throws where it isn't a name that uploads have: no path leads out of where they are kept */
export function assertFileName(name: string): void {
  if (!nameForm.test(name)) throw new Error('this is not the name of a file here');
}

/** A folder that the server's own user alone can read, outside of what the web server serves. */
export function createFolder(folder: string): Files {
  const pathOf = (name: string): string => {
    assertFileName(name);
    return join(folder, name);
  };
  return {
    write: async (name, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(name);
      // A write that is cut short leaves no half file under its name.
      const draft = `${path}.${randomBytes(4).toString('hex')}`;
      await writeFile(draft, bytes, { mode: 0o600, flag: 'wx', flush: true });
      await rename(draft, path);
    },
    read: (name) => readFile(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
