import type { TablesOf } from '../database/rooms.ts';

/** The tables that statements of this room may name. */
export type Tables = TablesOf<'markets'>;
