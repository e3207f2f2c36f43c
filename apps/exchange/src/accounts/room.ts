import { roomHandle, type TablesOf } from '../database/rooms.ts';

/** The tables that statements of this room may name. */
export type Tables = TablesOf<'accounts'>;

export const own = roomHandle('accounts');
