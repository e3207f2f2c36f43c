import * as z from 'zod/mini';
import { once } from './once.ts';

/**
 * The forms that fields have on the wire. A form's error is a key of {@link FieldError}: the server says it in the caller's language.
 * Inputs come from forms and queries, where everything is text, or from JSON.
 */
export const fieldErrors = [
  'blank',
  'email',
  'code',
  'amount',
  'passwordTooShort',
  'passwordTooLong',
  'passwordTooCommon',
  'passwordMismatch',
  'choice',
  'id',
  'clientId',
  'number',
  'tooLong',
  'payPassword',
  'payPasswordTooCommon',
  'secondFactor',
  'phone',
  'nickname',
  'antiPhishing',
  'label',
  'sameEmail',
  'country',
  'idNumber',
  'upload',
  'image',
  'imageTooLarge',
  'inviteCode',
] as const;
export type FieldError = (typeof fieldErrors)[number];

const say = (error: FieldError): string => error;

/** A check of texts: a database keeps no NUL and no half of a character. */
export const keepable = once(() =>
  z.refine<string>((given) => given.isWellFormed() && !given.includes('\0'), say('label')),
);

/** Trimmed text that isn't blank. */
export const text = (maxLength: number) =>
  z
    .string(say('blank'))
    .check(z.trim(), z.minLength(1, say('blank')), z.maxLength(maxLength, say('tooLong')), keepable());

export const email = once(() =>
  z
    .string(say('blank'))
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, say('blank')),
      z.maxLength(254, say('tooLong')),
      z.email(say('email')),
    ),
);

/** A code sent by e-mail or phone: 6 digits. */
export const verificationCode = once(() =>
  z.string(say('blank')).check(z.trim(), z.minLength(1, say('blank')), z.regex(/^\d{6}$/, say('code'))),
);

/** The request that a code belongs to, as its answer named it. */
export const flow = once(() =>
  z.optional(z.string(say('blank')).check(z.minLength(1, say('blank')), z.regex(/^[A-Za-z0-9_-]{1,64}$/, say('id')))),
);

/** A log-in password: 8 to 256 characters, nothing else asked of it. */
export const newPassword = once(() =>
  z
    .string(say('blank'))
    .check(
      z.minLength(1, say('blank')),
      z.minLength(8, say('passwordTooShort')),
      z.maxLength(256, say('passwordTooLong')),
    ),
);

/** A password as typed at log-in: any text. */
export const password = once(() =>
  z.string(say('blank')).check(z.minLength(1, say('blank')), z.maxLength(256, say('passwordTooLong'))),
);

/** A transaction password: 6 digits. */
export const payPassword = once(() =>
  z.string(say('blank')).check(z.minLength(1, say('blank')), z.regex(/^\d{6}$/, say('payPassword'))),
);

/** A code of an authenticator app (6 digits), or a recovery code (two groups of five, in any case). */
export const secondFactor = once(() =>
  z
    .string(say('blank'))
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, say('blank')),
      z.regex(/^(\d{6}|[a-z2-7]{5}-?[a-z2-7]{5})$/, say('secondFactor')),
    ),
);

/** A phone number with its country's code, like `+86 138 0013 8000`; spaces, hyphens and brackets are dropped. */
export const phone = once(() =>
  z.pipe(
    z.string(say('blank')).check(z.trim(), z.minLength(1, say('blank')), z.maxLength(40, say('tooLong'))),
    z.pipe(
      z.transform((value: string) => value.replace(/[\s()-]/g, '')),
      z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, say('phone'))),
    ),
  ),
);

/** Text on one line that people see, without control or direction characters; may be empty. */
export const line = (maxLength: number, error: FieldError) =>
  z
    .string(say('blank'))
    .check(
      z.trim(),
      z.maxLength(maxLength, say('tooLong')),
      z.regex(/^[^<>\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]*$/u, say(error)),
    );

/** What a browser's WebAuthn gives, as an object or as its JSON. The server looks into it. */
export const credential = once(() =>
  z.pipe(
    z.transform((value: unknown) => (typeof value === 'string' ? parsedOrNull(value) : value)),
    z.record(z.string(), z.unknown(), say('blank')),
  ),
);

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Plain notation: no sign, no exponent, at most so many digits before the point and 18 after it. */
const plainDecimal = (digitsMax: number) =>
  z
    .string(say('blank'))
    .check(z.minLength(1, say('blank')), z.regex(new RegExp(`^\\d{1,${digitsMax}}(\\.\\d{1,18})?$`), say('amount')));

/** A sum of money: 16 digits before the point, as many as the ledger's largest count of units (2^53 − 1) has. */
export const amount = once(() => plainDecimal(16));
/** A quantity of an order: 15 digits before the point. */
export const quantity = once(() => plainDecimal(15));
/** A price, also of a stop: 12 digits before the point. */
export const price = once(() => plainDecimal(12));

export const symbol = once(() =>
  z.string(say('blank')).check(z.minLength(1, say('blank')), z.regex(/^[A-Z0-9]{2,10}\/[A-Z0-9]{2,10}$/, say('id'))),
);
export const coin = once(() =>
  z.string(say('blank')).check(z.minLength(1, say('blank')), z.regex(/^[A-Z0-9]{2,10}$/, say('id'))),
);

/** One of the chains that a coin comes and goes over. */
export const chain = once(() =>
  z.string(say('blank')).check(z.minLength(1, say('blank')), z.regex(/^[A-Z0-9]{2,16}$/, say('id'))),
);

/** Made by the client, for one effect per id. */
export const clientId = once(() =>
  z.string(say('blank')).check(z.minLength(1, say('blank')), z.regex(/^[A-Za-z0-9_-]{1,64}$/, say('clientId'))),
);

/** An id given by the server. */
export const serverId = once(() =>
  z.string(say('blank')).check(z.minLength(1, say('blank')), z.regex(/^[A-Za-z0-9_-]{1,64}$/, say('id'))),
);

/** A passkey's id, in base64url; devices choose its length. */
export const credentialId = once(() =>
  z.string(say('blank')).check(z.minLength(1, say('blank')), z.regex(/^[A-Za-z0-9_-]{1,1400}$/, say('id'))),
);

/** A whole number from `least` to `most`, as a number or as digits. */
export const whole = (least: number, most: number) =>
  z.pipe(
    z.union(
      [z.number(say('number')), z.string(say('number')).check(z.regex(/^-?\d{1,16}$/, say('number')))],
      say('number'),
    ),
    z.pipe(z.transform(Number), z.int(say('number')).check(z.gte(least, say('number')), z.lte(most, say('number')))),
  );

/** Milliseconds since the epoch. */
export const moment = once(() => whole(0, 8_640_000_000_000_000));

/** `true` or `false`, as a boolean or as text. */
export const flag = once(() =>
  z.pipe(
    z.union([z.boolean(say('choice')), z.enum(['true', 'false'], say('choice'))], say('choice')),
    z.transform((value) => value === true || value === 'true'),
  ),
);

export const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values, say('choice'));

/** `limit` and `cursor` of a paged list. */
export const page = once(() => ({ limit: z._default(whole(1, 100), 20), cursor: z.optional(text(200)) }));

/** A paged list's answer: `next` is the cursor of the next page, null when there is no more. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) });

/** A decimal in plain notation; may be negative where it is a change. */
export const decimal = once(() => z.string());
/** Milliseconds since the epoch, UTC. */
export const time = once(() => z.number());
