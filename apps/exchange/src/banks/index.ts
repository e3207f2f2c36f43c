/** Types for other modules; `app.ts` passes everything else. */
export type { BankOperations } from './operations.ts';
