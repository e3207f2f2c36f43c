/** Types for other modules; `app.ts` passes everything else. */
export type { BankRecords } from './days/reserves.ts';
export type { BankOperations } from './operations.ts';
