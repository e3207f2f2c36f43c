/**
 * The result of a check: the address in canonical form, or the reason to refuse it. `unusable`: well-formed, but no one has its key, so money sent there
 * is lost.
 */
export type AddressCheck =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly reason: 'invalid' | 'unusable' };

export const invalid: AddressCheck = { ok: false, reason: 'invalid' };
export const unusable: AddressCheck = { ok: false, reason: 'unusable' };

export function usable(address: string): AddressCheck {
  return { ok: true, address };
}

/** Returns the decoder's result; null if it throws, as decoders do for other forms. */
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
