/** The files that banks and the exchange send each other, and the numbers in them. Pure: no file system, no clock, no network. */
export {
  accountKinds,
  checkAccountNumber,
  isLuhn,
  isRoutingNumber,
  type AccountKind,
  type AccountNumber,
} from './accounts.ts';
export { minorPlaces, writeAmount } from './amounts.ts';
export { csvDates, type CsvMapping } from './csv.ts';
export { epcQrText } from './epc-qr.ts';
export { BankFileError, fileProblems, type FileProblem } from './file-error.ts';
export { readPain001, writePain001, type BatchPayment, type PaymentBatch, type ReadPayment } from './pain001.ts';
export { findAccount, type ExpectedAccount } from './expected-account.ts';
export { decodeFile, formatOf, maxFileBytes, readStatements, type ReadStatement } from './read-file.ts';
export { findReferences, isReference, makeReference, referenceLength, showReference } from './reference.ts';
export {
  statementFormats,
  unusualEntries,
  type BankEntry,
  type BankStatement,
  type EntryPart,
  type PaymentDetails,
  type StatementFormat,
  type StatementHead,
  type UnusualEntry,
} from './statement.ts';
export { writeCamt053, writeCamt054 } from './write-camt053.ts';
