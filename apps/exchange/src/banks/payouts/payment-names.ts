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
 * What a payment is called on its way, so that statements show it again: `PAYOUT-7-KX7M4TRAQ9`. The last ten characters are a reference like those
 * of customers, derived from the key of withdrawal decisions: whoever counts payouts can name none.
 */
export function paymentName(authority: Pick<Seals, 'macOf'>, kind: Kind, id: number): string {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const mac = authority.macOf(['bank payment', kind, id, attempt]);
    const reference = makeReference(Buffer.from(mac, 'hex'));
    if (reference !== null) return `${paymentLabel(kind, id)}-${reference}`;
  }
  throw new Error(`no reference for ${paymentLabel(kind, id)}`);
}

/** The payment that a statement seems to name. Which one it is, the name that was sent decides. */
export function paymentIn(text: string | null): { readonly kind: Kind; readonly id: number } | null {
  const [, prefix, id] = /^(PAYOUT|RETURN)-([1-9]\d{0,14})(?:-[A-Z0-9]*)?$/.exec(text ?? '') ?? [];
  if (id === undefined) return null;
  return { kind: prefix === 'PAYOUT' ? 'payout' : 'return', id: Number(id) };
}

/** MT940 has room for so many characters of a name in `:61:`. */
const shortName = 16;

/** True if a statement shows the name that was sent, or as much of it as MT940 has room for. */
export function isNamed(shown: string | null, sent: string): boolean {
  if (shown === null) return false;
  return shown === sent || (/-\d+-./.test(shown) && isCutTo(sent, shown));
}

/** True if a name is as much of another one as MT940 has room for. */
export function isCutTo(whole: string, shown: string): boolean {
  return shown.length === shortName && whole.length > shortName && whole.startsWith(shown);
}
