import { calls } from '@fft/contract';
import type { ApiCustomer } from './api-customer.ts';
import { pngOf } from './png.ts';

/** Submits papers with three photos. */
export async function submitPapers({ client }: ApiCustomer, name: string, idNumber: string): Promise<void> {
  const [front, back, hand] = await Promise.all(
    [60, 120, 180].map((red) => client.call(calls.upload.image, { file: pngOf(320, 200, [red, 90, 200]) })),
  );
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
