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
export { csvDates } from './csv/days.ts';
export { csvOrders, thousandsSigns, type CsvMapping } from './csv/mapping.ts';
export { decodeFile, fileEncodings, maxFileBytes, type FileEncoding } from './decode.ts';
export { epcQrText } from './epc-qr.ts';
export { BankFileError, fileProblems, type FileProblem } from './file-error.ts';
export { readPain001, writePain001, type BatchPayment, type PaymentBatch, type ReadPayment } from './pain001.ts';
export { isPain002, readPain002, type PaymentStatus, type StatusReport } from './pain002.ts';
export { maxPayeeName, payeeName, spelledLetters } from './payee-name.ts';
export { encodingOf, findAccount, type ExpectedAccount } from './expected-account.ts';
export { mt940Dialects, recogniseDialect, type Mt940Dialect } from './mt940/dialects.ts';
export { readSample, type Sample } from './mt940/sample.ts';
export { formatOf, readStatements } from './read-file.ts';
export type { ReadStatement } from './read-statement.ts';
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
