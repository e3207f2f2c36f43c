import { FieldRefusal } from '../../refusals/refusal.ts';

/** A posting's position: its time, journal entry, and position within that. */
export interface PostingPlace {
  readonly time: number;
  readonly sequence: number;
  readonly position: number;
}

/** Returns the cursor for the lines after this one. */
export function cursorAfterPosting({ time, sequence, position }: PostingPlace): string {
  return Buffer.from(`${time}.${sequence}.${position}`).toString('base64url');
}

/** @throws FieldRefusal if the cursor is malformed */
export function readPostingCursor(cursor: string): PostingPlace {
  const parts = Buffer.from(cursor, 'base64url').toString().split('.').map(Number);
  const [time = -1, sequence = -1, position = -1] = parts;
  const isPlace = parts.length === 3 && parts.every((part) => Number.isSafeInteger(part) && part >= 0);
  if (!isPlace || position > 0x7fff_ffff) throw new FieldRefusal({ cursor: 'id' });
  return { time, sequence, position };
}
