import { Code, type calls } from '@fft/contract';
import { Refusal } from '../refusals/refusal.ts';
import type { Handler } from '../transport/http/route.ts';
import type { Uploads } from './uploads.ts';

/** Returns the customer's own picture; another customer's is reported as not found. */
export function createReadUpload(uploads: Uploads): Handler<typeof calls.upload.read> {
  return async ({ id }, { customer }) => {
    const picture = await uploads.read(customer.id, id);
    if (picture === null) throw new Refusal(Code.notFound, 'unknownUpload');
    return { type: 'image/jpeg', data: picture.toString('base64') };
  };
}
