import { FieldRefusal } from '../../refusals/refusal.ts';

/** Encodes the id of a page's last item as an opaque cursor. */
export function cursorAfter(id: number): string {
  return Buffer.from(String(id)).toString('base64url');
}

/** Decodes such a cursor; Infinity if absent. */
export function readCursor(cursor: string | undefined): number {
  if (cursor === undefined) return Infinity;
  const id = Number(Buffer.from(cursor, 'base64url').toString());
  if (!Number.isSafeInteger(id) || id < 1) throw new FieldRefusal({ cursor: 'id' });
  return id;
}
