import { Code, type FieldError } from '@fft/contract';
import { waitOf } from './duration-text.ts';
import type { MessageKey, MessageValue, MessageValues, PlaceholderOf } from './messages.ts';

/** Machine-readable details of a refusal for a response's `data`: limits, steps, waits. */
export type RefusalData = Readonly<Record<string, unknown>>;

type Rest<Key extends MessageKey> = [PlaceholderOf<Key>] extends [never]
  ? [options?: { readonly data?: RefusalData }]
  : [options: { readonly values: Readonly<Record<PlaceholderOf<Key>, MessageValue>>; readonly data?: RefusalData }];

/**
 * An expected refusal, thrown anywhere below a call: HTTP 200 with this code, the message in the caller's language and `data`.
 * Any other exception is a server error (code 500). A message with placeholders requires their values.
 */
export class Refusal<Key extends MessageKey = MessageKey> extends Error {
  readonly code: Code;
  readonly key: Key;
  readonly values: MessageValues | undefined;
  readonly data: RefusalData | null;

  constructor(code: Code, key: Key, ...[options]: Rest<Key>) {
    super(key);
    this.name = 'Refusal';
    this.code = code;
    this.key = key;
    this.values = options && 'values' in options ? options.values : undefined;
    this.data = options?.data ?? null;
  }
}

/** Field errors that only the handler can detect: code 400 with `data.fields`, like a failed form check. */
export class FieldRefusal extends Error {
  readonly fields: Readonly<Record<string, FieldError>>;

  constructor(fields: Readonly<Record<string, FieldError>>) {
    super('badRequest');
    this.name = 'FieldRefusal';
    this.fields = fields;
  }
}

/** Code 503 with `data.retryAfter` in seconds: too many callers wait for the same resource. Nothing was executed. */
export function busyRefusal(retryAfter = 2): Refusal {
  return new Refusal(Code.unavailable, 'busy', { data: { retryAfter } });
}

/** Code 429 with `data.retryAfter`, from a wait in milliseconds. */
export function tooOften(waitMs: number): Refusal {
  return new Refusal(Code.tooManyRequests, 'tooManyRequests', waitOf(waitMs));
}

/** Actor and time of an account's lock. */
export interface AccountLock {
  readonly at: number;
  readonly by: 'self' | 'operator';
}

/** Code 401 for the owner of a locked account. */
export function lockedRefusal({ at, by }: AccountLock): Refusal {
  const key = by === 'self' ? 'accountFrozen' : 'accountLockedBySupport';
  return new Refusal<typeof key>(Code.accountLocked, key, { data: { lockedBy: by, lockedAt: at } });
}
