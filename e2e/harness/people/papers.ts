import { calls, type CallInput } from '@fft/contract';
import type { ApiCustomer } from './api-customer.ts';
import { pngOf } from '../browser/png.ts';

const plain = [60, 120, 180].map((red) => pngOf(320, 200, [red, 90, 200]));

type Submitted = CallInput<typeof calls.identity.submit>;

interface PapersLook extends Partial<Pick<Submitted, 'nationality' | 'idType'>> {
  readonly photos?: readonly Uint8Array[];
}

/** Submits identity documents with three photos, by default of one colour each. */
export async function submitPapers(
  { client }: ApiCustomer,
  name: string,
  idNumber: string,
  { photos = plain, nationality = 'CZ', idType = 'identity' }: PapersLook = {},
): Promise<void> {
  const [front, back, hand] = await Promise.all(photos.map((file) => client.call(calls.upload.image, { file })));
  await client.call(calls.identity.submit, {
    nationality,
    name,
    idType,
    idNumber,
    front: front?.id ?? '',
    back: back?.id ?? '',
    hand: hand?.id ?? '',
  });
}
