import { FieldRefusal } from '../../refusals/refusal.ts';

/** The number of the last item of a page as an opaque cursor. */
export function cursorAfter(id: number): string {
  return Buffer.from(String(id)).toString('base64url');
}

/** Reads such a cursor; Infinity where none is given. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Infinity;
  const id = Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isSafeInteger(id) || id < 1) throw new FieldRefusal({ cursor: 'id' });
  return id;
}
