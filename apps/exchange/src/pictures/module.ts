import { join } from 'node:path';
import type { Settings } from '../config/settings.ts';
import type { ContextOf } from '../context.ts';
import { createJob } from '../platform/jobs.ts';
import { createBucket } from '../platform/object-storage/bucket.ts';
import { createFolder, type Files } from '../platform/object-storage/files.ts';
import type { Api } from '../transport/http/route.ts';
import { bindUploadCalls } from './upload.ts';
import { createUploads } from './uploads.ts';

const deleteEveryMs = 10 * 60_000;

/** Customers' pictures: taken in, redrawn, and kept for their owners. */
export function createPictures({ settings, storage, now }: ContextOf<'pictures'>) {
  const { db, pool } = storage.pools.logIn;
  const uploads = createUploads({ db, pool, files: openFiles(settings), now });
  return {
    service: uploads,
    routes: (api: Api) => bindUploadCalls(api, uploads),
    jobs: [createJob({ name: 'pictures.deleteUnused', everyMs: deleteEveryMs, run: () => uploads.sweep() })],
  };
}

/** Folder of customers' pictures, outside the served files. */
export function openFiles({ dataDir, uploadsUrl }: Pick<Settings, 'dataDir' | 'uploadsUrl'>): Files {
  return uploadsUrl === null ? createFolder(join(dataDir, 'uploads')) : createBucket(uploadsUrl);
}
