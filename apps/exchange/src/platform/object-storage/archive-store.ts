import { randomBytes } from 'node:crypto';
import { createWriteStream, openAsBlob } from 'node:fs';
import { copyFile, mkdir, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { openSignedStorage, type SignedRequest } from './signed-storage.ts';

/** Stores big files, from and to the disk: none is ever in memory. */
export interface ArchiveStore {
  put(name: string, path: string): Promise<void>;
  /** @throws ArchiveUnreadable */
  get(name: string, path: string): Promise<void>;
}

/** The archive lacks a file, or can't be reached. */
export class ArchiveUnreadable extends Error {
  override readonly name = 'ArchiveUnreadable';
}

const nameForm = /^[a-z][a-z0-9-]{10,120}\.parquet$/;
/** A storage must answer within this time, and then take or give a megabyte each second. */
const answerMs = 60_000;
const bytesPerMs = 1_000;
/** A storage takes no more at once. */
const maxBytes = 5_000_000_000;

/** @param address a bucket (`https://key:secret@host/bucket?region=…`) or a folder (`file:///srv/fft/archive`) */
export function openArchive(address: string): ArchiveStore {
  return address.startsWith('file:') ? archiveFolder(fileURLToPath(address)) : archiveBucket(new URL(address));
}

function assertName(name: string): void {
  if (!nameForm.test(name)) throw new Error('invalid name of an archive file');
}

function archiveFolder(folder: string): ArchiveStore {
  return {
    put: async (name, path) => {
      assertName(name);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Copy, flush and rename, so that an interrupted copy leaves no partial file under its name.
      const draft = join(folder, `${name}.${randomBytes(4).toString('hex')}`);
      await copyFile(path, draft);
      await flush(draft);
      await rename(draft, join(folder, name));
      await flush(folder);
    },
    get: async (name, path) => {
      assertName(name);
      await copyFile(join(folder, name), path).catch((error: unknown) => {
        throw new ArchiveUnreadable(`the archive can't return ${name}`, { cause: error });
      });
    },
  };
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function archiveBucket(url: URL): ArchiveStore {
  const send = openSignedStorage(url);

  async function ask(name: string, request: SignedRequest): Promise<Response> {
    assertName(name);
    const answer = await send(name, request);
    if (answer.ok) return answer;
    const [, code = 'no reason'] = /<Code>(\w+)<\/Code>/.exec(await answer.text()) ?? [];
    throw new ArchiveUnreadable(`the archive answered ${request.method} of ${name} with ${answer.status} (${code})`);
  }

  return {
    put: async (name, path) => {
      const { size } = await stat(path);
      if (size > maxBytes) throw new Error(`${name} is larger than 5 GB: choose a shorter PARTITION_PERIOD`);
      const headers = { 'content-type': 'application/vnd.apache.parquet' };
      const withinMs = answerMs + Math.ceil(size / bytesPerMs);
      await ask(name, { method: 'PUT', body: await openAsBlob(path), headers, withinMs });
    },
    get: async (name, path) => {
      const withinMs = answerMs + Math.ceil(maxBytes / bytesPerMs);
      const { body } = await ask(name, { method: 'GET', withinMs });
      if (body === null) throw new ArchiveUnreadable(`the archive returned nothing for ${name}`);
      await pipeline(Readable.fromWeb(body), createWriteStream(path, { mode: 0o600 }));
    },
  };
}
