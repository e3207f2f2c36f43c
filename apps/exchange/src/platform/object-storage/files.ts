import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores files by names that the caller chooses. */
export interface Files {
  write(name: string, bytes: Uint8Array): Promise<void>;
  read(name: string): Promise<Buffer>;
  /** Removing a missing file is not an error. */
  remove(name: string): Promise<void>;
}

const nameForm = /^[A-Za-z0-9_-]{20,64}$/;

/** @throws for anything but a name of an upload, so that no path leaves the folder */
export function assertFileName(name: string): void {
  if (!nameForm.test(name)) throw new Error('invalid file name');
}

/** A folder that only the server's user can read, outside of the files that the web server serves. */
export function createFolder(folder: string): Files {
  const pathOf = (name: string): string => {
    assertFileName(name);
    return join(folder, name);
  };
  return {
    write: async (name, bytes) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const path = pathOf(name);
      // Write and rename, so that an interrupted write leaves no partial file under its name.
      const draft = `${path}.${randomBytes(4).toString('hex')}`;
      await writeFile(draft, bytes, { mode: 0o600, flag: 'wx', flush: true });
      await rename(draft, path);
    },
    read: (name) => readFile(pathOf(name)),
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}
