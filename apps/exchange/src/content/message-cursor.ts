import { FieldRefusal } from '../refusals/refusal.ts';

/** The position of a message in the inbox. */
export interface MessagePosition {
  readonly time: number;
  readonly id: string;
}

/** The cursor for the messages after this one. */
export function cursorAfterMessage({ time, id }: MessagePosition): string {
  return Buffer.from(`${time}.${id}`).toString('base64url');
}

/** @throws FieldRefusal if the cursor is malformed */
export function readMessageCursor(cursor: string): MessagePosition {
  const [, time, id] = /^(\d{1,16})\.([A-Za-z0-9_-]{1,64})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (time === undefined || id === undefined || !Number.isSafeInteger(Number(time)))
    throw new FieldRefusal({ cursor: 'id' });
  return { time: Number(time), id };
}
