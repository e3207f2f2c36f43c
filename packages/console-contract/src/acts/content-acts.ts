import * as z from 'zod/mini';
import { identityStates } from '../identity-states.ts';
import { type ActLine, defineAct, optionalText, text, time } from './define-act.ts';

/** Target of each proposal of a message. */
export const messageTarget = 'new message';

const words = { titleZh: z.string(), titleEn: z.string(), textZh: z.string(), textEn: z.string() };
/** Where the texts lead besides the exchange: the second operator looks there. */
const destinations = { destinations: z.array(z.string()) };

interface Words {
  readonly titleZh: string;
  readonly titleEn: string;
  readonly textZh: string;
  readonly textEn: string;
}

const wordLines = (input: Words): ActLine[] => [
  text('titleZh', input.titleZh),
  text('titleEn', input.titleEn),
  text('textZh', input.textZh),
  text('textEn', input.textEn),
];
const destinationLine = (found: readonly string[]): ActLine | null => optionalText('destinations', found.join(', '));

const both = { right: 'content.change', agrees: 'content.agree' } as const;

/** Acts about what customers read. */
export const contentActs = {
  message: defineAct({
    ...both,
    input: z.object({
      ...words,
      ...destinations,
      customers: z.nullable(z.array(z.number())),
      language: z.nullable(z.enum(['zh', 'en'])),
      identity: z.nullable(z.enum(identityStates)),
      tier: z.nullable(z.number()),
      at: z.nullable(z.number()),
      /** When it was proposed. */
      recipients: z.number(),
    }),
    lines: (input) => [
      text('recipients', input.recipients),
      optionalText('customers', input.customers?.join(', ')),
      optionalText('language', input.language),
      optionalText('identity', input.identity),
      optionalText('feeTier', input.tier),
      input.at === null ? null : time('from', input.at),
      destinationLine(input.destinations),
      ...wordLines(input),
    ],
  }),
  notice: defineAct({
    ...both,
    input: z.object({
      ...words,
      ...destinations,
      /** Null for a new one. */
      id: z.nullable(z.string()),
      kind: z.enum(['system', 'notice']),
      time: z.number(),
    }),
    lines: (input) => [time('from', input.time), destinationLine(input.destinations), ...wordLines(input)],
  }),
  banner: defineAct({
    ...both,
    input: z.object({
      ...destinations,
      id: z.nullable(z.string()),
      position: z.number(),
      titleZh: z.string(),
      titleEn: z.string(),
      image: z.nullable(z.string()),
      link: z.nullable(z.string()),
      from: z.nullable(z.number()),
      until: z.nullable(z.number()),
    }),
    lines: (input) => [
      text('titleZh', input.titleZh),
      text('titleEn', input.titleEn),
      optionalText('link', input.link),
      destinationLine(input.destinations),
      optionalText('image', input.image),
      text('position', input.position),
      input.from === null ? null : time('from', input.from),
      input.until === null ? null : time('until', input.until),
    ],
  }),
  about: defineAct({
    ...both,
    input: z.object({ ...destinations, textZh: z.string(), textEn: z.string() }),
    lines: (input) => [destinationLine(input.destinations), text('textZh', input.textZh), text('textEn', input.textEn)],
  }),
};
