/**
 * What an address turned out to be: in the one way it is written, or refused. `unusable` is well-formed and nobody's: money sent there
 * would be lost.
 */
export type AddressCheck =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: 'invalid' | 'unusable' };

export const invalid: AddressCheck = { ok: false, reason: 'invalid' };
export const unusable: AddressCheck = { ok: false, reason: 'unusable' };

export function usable(address: string): AddressCheck {
  return { ok: true, address };
}

/** What a decoder gives, null where it throws: they throw at whatever isn't of their form. */
export function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}
