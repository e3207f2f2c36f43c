import { keccak_256 } from '@noble/hashes/sha3.js';
import { invalid, unusable, usable, type AddressCheck } from './address-check.ts';

const form = /^0x([0-9a-fA-F]{40})$/;
/** Matches the zero address and the protocol's reserved ones. */
const reserved = /^0{36}/;
const burned = new Set(['000000000000000000000000000000000000dead', 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee']);

/** Checks an EVM address. Its capitals are the checksum (EIP-55), which may be missing. */
export function checkEvm(text: string): AddressCheck {
  const digits = form.exec(text)?.[1];
  if (digits === undefined) return invalid;
  const small = digits.toLowerCase();
  const written = withChecksum(small);
  const hasChecksum = digits !== small && digits !== digits.toUpperCase();
  if (hasChecksum && digits !== written) return invalid;
  if (reserved.test(small) || burned.has(small)) return unusable;
  return usable(`0x${written}`);
}

function withChecksum(digits: string): string {
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex');
  return digits.replace(/[a-f]/g, (digit, index: number) =>
    Number.parseInt(hash[index] ?? '0', 16) > 7 ? digit.toUpperCase() : digit,
  );
}
