export { chainHash, emptyHead, verifyChain, verifyEntry, type VerifyOptions } from './chain.ts';
export { JournalBroken, JournalOutcomeUnknown, JournalStale, JournalUnavailable } from './journal-errors.ts';
export { checkSeen } from './lineage.ts';
export type { Batch, Entry, Head, Journal, Watch } from './journal.ts';
export { type AppendFault, MemoryJournal, type MemoryJournalOptions, MemoryStorage } from './memory-journal.ts';
export { PostgresJournal, type PostgresJournalOptions } from './postgres-journal.ts';
export { journalSchema, type JournalTables } from './schema.ts';
