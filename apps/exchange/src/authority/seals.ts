import { createHmac, timingSafeEqual } from 'node:crypto';

/** Authenticates what was decided with a key that is in no database: a row that was changed behind the exchange's back has no valid MAC. */
export interface Seals {
  /** The parts are plain JSON; the order of an object's fields does not matter. */
  macOf(parts: readonly unknown[]): string;
  isMacOf(parts: readonly unknown[], mac: string | null): boolean;
}

/** @param key shared by every process that decides */
export function createSeals(key: string): Seals {
  const macOf = (parts: readonly unknown[]): string =>
    createHmac('sha256', key)
      .update(JSON.stringify(sorted(['fft approval 1', ...parts])))
      .digest('hex');
  return { macOf, isMacOf: (parts, mac) => isSame(mac, macOf(parts)) };
}

function isSame(mac: string | null, right: string): boolean {
  const [given, made] = [Buffer.from(mac ?? '', 'utf8'), Buffer.from(right, 'utf8')];
  return given.length === made.length && timingSafeEqual(given, made);
}

/** The database returns JSON fields in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => Number(one > other) - Number(one < other));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
