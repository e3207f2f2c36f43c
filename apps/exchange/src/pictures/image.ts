import type { calls } from '@fft/contract';
import { FieldRefusal } from '../refusals/refusal.ts';
import type { Handler } from '../transport/http/route.ts';
import type { Uploads } from './uploads.ts';

/** Uploads a picture. */
export function createUploadImage(uploads: Uploads): Handler<typeof calls.upload.image> {
  return async ({ file }, { customer }) => {
    // A file part is parsed to bytes; anything else under this name is not a file.
    if (!(file instanceof Uint8Array)) throw new FieldRefusal({ file: 'image' });
    return { id: await uploads.add(customer.id, file) };
  };
}
