import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { readCall, writeCall } from './operator-call.ts';

const wallet = z.object({
  chain: z.string(),
  place: z.enum(['hot', 'cold']),
  address: z.string(),
  /** What its key has to sign; null where nothing can be signed. */
  text: z.nullable(z.string()),
  /** True if a valid signature of this day is published. */
  signed: z.boolean(),
});
export type ReserveWallet = z.output<typeof wallet>;

export const reserveCalls = {
  list: readCall({
    name: 'reserves',
    right: 'treasury.see',
    summary:
      'Lists the wallets that hold reserves, what each has to sign about the newest published liabilities, and whether it did. Hot wallets are signed for by themselves.',
    input: () => z.object({}),
    output: () =>
      z.object({
        /** `2026-11-20`, UTC; null while nothing is published. */
        day: z.nullable(z.string()),
        wallets: z.array(wallet),
      }),
  }),
  sign: writeCall({
    name: 'reserves/sign',
    right: 'reserves.sign',
    summary:
      'Publishes the signature that the keepers of a cold wallet made offline of its text. It proves itself: a signature by another key, or of another text, is refused.',
    input: () =>
      z.object({
        chain: z.string('blank').check(z.regex(/^[A-Z0-9]{3,16}$/, 'id')),
        /** The day of the text. */
        day: z.string('blank').check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'choice')),
        signature: field.singleLine(400, 'label'),
      }),
    output: () => z.null(),
  }),
};
