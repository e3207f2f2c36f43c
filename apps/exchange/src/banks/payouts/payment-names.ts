import { makeReference } from '@fft/bank-files';
import type { Seals } from '../../authority/seals.ts';
import type { BatchItem } from '../tables.ts';

type Kind = BatchItem['kind'];

const maxAttempts = 20;
const prefixes = { payout: 'PAYOUT', return: 'RETURN' } as const;

/** What people call a payment: `PAYOUT-7`. */
export function paymentLabel(kind: Kind, id: number): string {
  return `${prefixes[kind]}-${id}`;
}

/**
 * A payment's name on its way, which statements show again: `PAYOUT-7-KX7M4TRAQ9`. The last ten characters are a reference like those of customers.
 * It is derived from the key of withdrawal decisions, so that nobody can guess a payment's name by counting payouts.
 */
export function paymentName(authority: Pick<Seals, 'macOf'>, kind: Kind, id: number): string {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const mac = authority.macOf(['bank payment', kind, id, attempt]);
    const reference = makeReference(Buffer.from(mac, 'hex'));
    if (reference !== null) return `${paymentLabel(kind, id)}-${reference}`;
  }
  throw new Error(`no reference for ${paymentLabel(kind, id)}`);
}

/** The payment that a statement seems to name. Only the name that was sent proves which payment it is. */
export function paymentIn(text: string | null): { readonly kind: Kind; readonly id: number } | null {
  const [, prefix, id] = /^(PAYOUT|RETURN)-([1-9]\d{0,14})(?:-[A-Z0-9]*)?$/.exec(text ?? '') ?? [];
  if (id === undefined) return null;
  return { kind: prefix === 'PAYOUT' ? 'payout' : 'return', id: Number(id) };
}

/** The number of characters of a name for which MT940 has room in `:61:`. */
const shortName = 16;

/** True if a statement shows the name that was sent, or as much of it as MT940 has room for. */
export function isNamed(shown: string | null, sent: string): boolean {
  if (shown === null) return false;
  return shown === sent || (/-\d+-./.test(shown) && isCutTo(sent, shown));
}

/** True if `shown` is `whole` cut to the room that MT940 has. */
export function isCutTo(whole: string, shown: string): boolean {
  return shown.length === shortName && whole.length > shortName && whole.startsWith(shown);
}
