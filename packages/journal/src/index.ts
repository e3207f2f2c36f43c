export type { Batch, Entry, Head, Journal } from './journal.ts';
