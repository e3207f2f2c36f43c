import * as z from 'zod/mini';
import { lazy } from './lazy.ts';

/**
 * Schemas of fields on the wire. A schema's error is a {@link FieldError}, which the server translates to the caller's language.
 * Inputs come from JSON, or from forms and queries, where every value is text.
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
  'clientOrderId',
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
  'time',
  'addressList',
  'addressListNeeded',
  'publicKey',
  'futureTime',
  'bankAccount',
  'bankCode',
  'csvMapping',
  'unknown',
  'text',
  'body',
  'payeeName',
  'mailRefused',
] as const;
export type FieldError = (typeof fieldErrors)[number];

const say = (error: FieldError): string => error;

/** What isn't text is missing, or has another type: programs send amounts as numbers, which lose digits. */
const wanted = {
  error: ({ input }: { readonly input?: unknown }) => say(input === undefined || input === null ? 'blank' : 'text'),
};

/** Refuses text that PostgreSQL cannot store: NUL and unpaired surrogates. */
export const storableText = lazy(() =>
  z.refine<string>((given) => given.isWellFormed() && !given.includes('\0'), say('label')),
);

/** Trimmed, non-blank text. */
export const text = (maxLength: number) =>
  z
    .string(wanted)
    .check(z.trim(), z.minLength(1, say('blank')), z.maxLength(maxLength, say('tooLong')), storableText());

export const email = lazy(() =>
  z
    .string(wanted)
    .check(
      z.trim(),
      z.toLowerCase(),
      z.minLength(1, say('blank')),
      z.maxLength(253, say('tooLong')),
      z.email(say('email')),
      z.refine(fitsMail, say('email')),
    ),
);

/**
 * What mail servers refuse in an address: more than 64 characters before the `@`, and domains with a label that is longer than 63, or ends with a hyphen.
 * Whether `xn--` stands for other letters is left to the mail server, whose refusal is told at the same field.
 */
function fitsMail(address: string): boolean {
  const [local = '', domain = ''] = address.split('@');
  return local.length <= 64 && domain.split('.').every(isLabel);
}

function isLabel(label: string): boolean {
  return label.length <= 63 && !label.endsWith('-');
}

/** Codes are shown, and so pasted, in groups: `123 456`. */
const withoutSpaces = lazy(() => z.overwrite((code: string) => code.replaceAll(/\s/g, '')));

/** A code sent by e-mail or phone: 6 digits. */
export const verificationCode = lazy(() =>
  z.string(wanted).check(withoutSpaces(), z.minLength(1, say('blank')), z.regex(/^\d{6}$/, say('code'))),
);

/** `flow` from the response to the request that sent the code. */
export const flow = lazy(() =>
  z.optional(z.string(wanted).check(z.minLength(1, say('blank')), z.regex(/^[A-Za-z0-9_-]{1,64}$/, say('id')))),
);

/** A new log-in password: 8 to 256 characters, without other rules. */
export const newPassword = lazy(() =>
  z
    .string(wanted)
    .check(
      z.minLength(1, say('blank')),
      z.minLength(8, say('passwordTooShort')),
      z.maxLength(256, say('passwordTooLong')),
    ),
);

/** A password as entered at log-in. */
export const password = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.maxLength(256, say('passwordTooLong'))),
);

/** A transaction password: 6 digits. */
export const payPassword = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(/^\d{6}$/, say('payPassword'))),
);

/** An authenticator code (6 digits), or a recovery code (two groups of five, case-insensitive). */
export const secondFactor = lazy(() =>
  z
    .string(wanted)
    .check(
      withoutSpaces(),
      z.toLowerCase(),
      z.minLength(1, say('blank')),
      z.regex(/^(\d{6}|[a-z2-7]{5}-?[a-z2-7]{5})$/, say('secondFactor')),
    ),
);

/** A phone number with country code, like `+86 138 0013 8000`; spaces, hyphens and parentheses are removed. */
export const phone = lazy(() =>
  z.pipe(
    z.string(wanted).check(z.trim(), z.minLength(1, say('blank')), z.maxLength(40, say('tooLong'))),
    z.pipe(
      z.transform((value: string) => value.replace(/[\s()-]/g, '')),
      z.string().check(z.regex(/^\+[1-9]\d{6,14}$/, say('phone'))),
    ),
  ),
);

/** One line of displayed text, without control or bidirectional characters; may be empty. */
export const singleLine = (maxLength: number, error: FieldError) =>
  z
    .string(wanted)
    .check(
      z.trim(),
      z.maxLength(maxLength, say('tooLong')),
      z.regex(/^[^<>\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]*$/u, say(error)),
    );

/** A WebAuthn credential as an object or as JSON text. The server validates its content. */
export const credential = lazy(() =>
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

/** Plain notation: no sign, no exponent, at most `maxDigits` digits before the point and 18 after it. */
const plainForm = (maxDigits: number) => new RegExp(`^\\d{1,${maxDigits}}(\\.\\d{1,18})?$`);

/** The forms of texts in orders. Orders are the most frequent call, and the server tests these forms without a schema. */
export const forms = {
  /** An amount of money: up to 16 digits before the point, as many as the ledger's largest unit count (2^53 − 1). */
  amount: plainForm(16),
  /** An order quantity: up to 15 digits before the point. */
  quantity: plainForm(15),
  /** A price or stop price: up to 12 digits before the point. */
  price: plainForm(12),
  clientOrderId: /^[A-Za-z0-9_.:/-]{1,64}$/,
  /** A market. */
  symbol: /^[A-Z0-9]{2,10}\/[A-Z0-9]{2,10}$/,
} as const;

const plainDecimal = (form: RegExp) =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(form, say('amount')));

export const amount = lazy(() => plainDecimal(forms.amount));
export const quantity = lazy(() => plainDecimal(forms.quantity));
export const price = lazy(() => plainDecimal(forms.price));

export const symbol = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(forms.symbol, say('id'))),
);
/** A market, or `all`: a call that acts on all markets says so, as a field that is left out by mistake must not mean everything. */
export const symbolOrAll = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(new RegExp(`^all$|${forms.symbol.source}`), say('id'))),
);
export const coin = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(/^[A-Z0-9]{2,10}$/, say('id'))),
);

/** A chain for deposits and withdrawals. */
export const chain = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(/^[A-Z0-9]{2,16}$/, say('id'))),
);

/** Chosen by the client; repeating an id has no second effect. */
export const clientId = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(/^[A-Za-z0-9_-]{1,64}$/, say('clientId'))),
);

/** Like {@link clientId}, for orders: clients of other exchanges use more characters. */
export const clientOrderId = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(forms.clientOrderId, say('clientOrderId'))),
);

/** Beginnings of the ids of orders that the server alone places: parts of TWAPs, recurring buys and conversions, and legs of brackets. */
export const reservedOrderIds = ['twap:', 'recurring:', 'convert:', 'tp:', 'sl:'] as const;

/** Assigned by the server. */
export const serverId = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(/^[A-Za-z0-9_-]{1,64}$/, say('id'))),
);

/** A passkey id in base64url; the authenticator chooses its length. */
export const credentialId = lazy(() =>
  z.string(wanted).check(z.minLength(1, say('blank')), z.regex(/^[A-Za-z0-9_-]{1,1400}$/, say('id'))),
);

/** An integer from `min` to `max`, as a number or as digits. */
export const integer = (min: number, max: number) =>
  z.pipe(
    z.union(
      [z.number(say('number')), z.string(say('number')).check(z.regex(/^-?\d{1,16}$/, say('number')))],
      say('number'),
    ),
    z.pipe(z.transform(Number), z.int(say('number')).check(z.gte(min, say('number')), z.lte(max, say('number')))),
  );

/** Milliseconds since the epoch. */
export const timestamp = lazy(() => integer(0, 8_640_000_000_000_000));

/** A boolean, also as text `true` or `false`. */
export const flag = lazy(() =>
  z.pipe(
    z.union([z.boolean(say('choice')), z.enum(['true', 'false'], say('choice'))], say('choice')),
    z.transform((value) => value === true || value === 'true'),
  ),
);

export const choice = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(values, say('choice'));

/** Input fields of a paged list. */
export const page = lazy(() => ({ limit: z._default(integer(1, 100), 20), cursor: z.optional(text(200)) }));

/** Response of a paged list: `next` is the cursor of the next page, null on the last page. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.object({ items: z.array(item), next: z.nullable(z.string()) });

/** A decimal in plain notation; changes may be negative. */
export const decimal = lazy(() => z.string());
/** A whole number in an answer: a count, places, percent, or seconds. */
export const whole = lazy(() => z.number().check(z.multipleOf(1)));
/** Milliseconds since the epoch, UTC. Beyond the safe range a client warns, and goes on. */
export const time = lazy(() => whole().check(z.gte(0)));
