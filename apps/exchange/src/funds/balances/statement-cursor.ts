import { FieldRefusal } from '../../refusals/refusal.ts';

/** Where a posting stands among all: its time, journal entry, and place within that. */
export interface PostingPlace {
  readonly time: number;
  readonly sequence: number;
  readonly position: number;
}

/** The cursor of what stands after a line. */
export function cursorAfterPosting({ time, sequence, position }: PostingPlace): string {
  return Buffer.from(`${time}.${sequence}.${position}`).toString('base64url');
}

/** @throws FieldRefusal for what no cursor looks like */
export function readPostingCursor(cursor: string): PostingPlace {
  const parts = Buffer.from(cursor, 'base64url').toString().split('.').map(Number);
  const [time = -1, sequence = -1, position = -1] = parts;
  const isPlace = parts.length === 3 && parts.every((part) => Number.isSafeInteger(part) && part >= 0);
  if (!isPlace || position > 0x7fff_ffff) throw new FieldRefusal({ cursor: 'id' });
  return { time, sequence, position };
}
