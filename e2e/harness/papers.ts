import { calls } from '@fft/contract';
import type { ApiCustomer } from './api-customer.ts';
import { pngOf } from './png.ts';

const plain = [60, 120, 180].map((red) => pngOf(320, 200, [red, 90, 200]));

/** Submits papers with three photos, of one colour each unless told. */
export async function submitPapers(
  { client }: ApiCustomer,
  name: string,
  idNumber: string,
  photos: readonly Uint8Array[] = plain,
): Promise<void> {
  const [front, back, hand] = await Promise.all(photos.map((file) => client.call(calls.upload.image, { file })));
  await client.call(calls.identity.idauth, {
    nationality: 'CZ',
    name,
    idType: 'identity',
    idNumber,
    front: front?.id ?? '',
    back: back?.id ?? '',
    hand: hand?.id ?? '',
  });
}
