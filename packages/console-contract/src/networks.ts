import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { readCall, writeCall } from './operator-call.ts';

/** Of what a network may be paused. */
export const pauseDirections = ['deposits', 'withdrawals'] as const;

const pausable = z.object({
  chain: z.string(),
  /** Null: all coins of the network. */
  coin: z.nullable(z.string()),
  /** True while this is paused; a coin's own pause goes on when its network resumes. */
  deposits: z.boolean(),
  withdrawals: z.boolean(),
});
export type PausableNetwork = z.output<typeof pausable>;

export const networkCalls = {
  list: readCall({
    name: 'networks',
    right: 'treasury.see',
    summary: 'Lists the followed networks and their coins, and what of them is paused.',
    input: () => z.object({}),
    output: () => z.object({ networks: z.array(pausable) }),
  }),
  pause: writeCall({
    name: 'networks/pause',
    right: 'networks.pause',
    summary:
      'Pauses deposits or withdrawals of a coin over a network, or of all its coins, at once, or resumes them. Paused deposits are credited later; paused withdrawals are refused, and approved ones wait unsigned.',
    input: () =>
      z.object({
        chain: z.string('blank').check(z.regex(/^[A-Z0-9]{3,16}$/, 'id')),
        /** Omitted: all coins of the network. */
        coin: z.optional(field.coin()),
        direction: field.choice(pauseDirections),
        paused: field.flag(),
      }),
    output: () => z.null(),
  }),
};
