import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isHash, readSum } from './hashing.ts';
import type { Publication } from './proof.ts';

/** What the key of an address that holds reserves signs once a day. */
export interface ReserveStatement {
  /** `2026-11-20`, UTC. */
  readonly day: string;
  /** The day's {@link liabilitiesRoot}. */
  readonly root: string;
  /** The exchange's name of the chain: `ETH`, `LTC`. */
  readonly chain: string;
  readonly address: string;
}

/**
 * The one text that is signed for a statement: printable ASCII, one line, under 256 bytes. Null if a part has another form, as it could pretend to be another text.
 */
export function statementText({ day, root, chain, address }: ReserveStatement): string | null {
  if (!isDay(day) || !isHash(root)) return null;
  if (!/^[A-Z][A-Z0-9]{1,15}$/.test(chain) || !/^[0-9a-zA-Z]{20,100}$/.test(address)) return null;
  return `Proof of reserves. Day: ${day}. Chain: ${chain}. Address: ${address}. Liabilities: ${root}.`;
}

/** One hash over all totals of a day, whatever their order. Null if the publication is malformed. */
export function liabilitiesRoot({ day, totals }: Pick<Publication, 'day' | 'totals'>): string | null {
  if (!isDay(day) || !Array.isArray(totals)) return null;
  const lines: string[] = [];
  for (const one of totals) {
    if (typeof one?.asset !== 'string' || !/^[A-Z0-9]{1,20}$/.test(one.asset)) return null;
    if (readSum(one.total) === null || !isHash(one.hash)) return null;
    lines.push(`${one.asset} ${one.total} ${one.hash}\n`);
  }
  if (new Set(totals.map(({ asset }) => asset)).size !== totals.length) return null;
  return bytesToHex(sha256(utf8ToBytes(`Liabilities ${day}\n${lines.toSorted().join('')}`)));
}

function isDay(day: unknown): day is string {
  return typeof day === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(day);
}
