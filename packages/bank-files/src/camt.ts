import { readAmount, readDay } from './amounts.ts';
import { BankFileError } from './file-error.ts';
import type {
  BankEntry,
  BankStatement,
  EntryPart,
  ParsedStatement,
  PaymentDetails,
  UnusualEntry,
} from './statement.ts';
import { each, find, need, textAt, type XmlElement } from './xml.ts';

/** The reports in a document, by format: statements (camt.053) and notifications (camt.054). */
const reports = {
  camt053: ['BkToCstmrStmt', 'Stmt'],
  camt054: ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

/** Reads a document of ISO 20022, camt.053 or camt.054, versions 02 to 13: each report is read or refused by itself. @throws BankFileError */
export function readCamt(document: XmlElement, format: 'camt053' | 'camt054'): ParsedStatement[] {
  const [message, report] = reports[format];
  const name = format === 'camt053' ? 'camt.053' : 'camt.054';
  const namespace = document.attributes['xmlns'] ?? '';
  if (document.name !== 'Document' || !namespace.includes(`:${name}.001.`))
    throw new BankFileError('unknownFormat', document.line, `not ${name}: ${namespace.slice(0, 80)}`);
  return each(need(document, message), report).map((element): ParsedStatement => {
    try {
      return { kind: 'parsed', statement: readReport(element, format) };
    } catch (error) {
      if (!(error instanceof BankFileError)) throw error;
      return { kind: 'refused', head: headOf(element), error };
    }
  });
}

function accountIn(report: XmlElement): string | null {
  const account = textAt(report, 'Acct/Id/IBAN') ?? textAt(report, 'Acct/Id/Othr/Id');
  return account && account.replaceAll(/\s/g, '');
}

function headOf(report: XmlElement) {
  const [id, account] = [textAt(report, 'Id') ?? '', accountIn(report) ?? ''];
  return { id, account, currency: textAt(report, 'Acct/Ccy') ?? '', line: report.line };
}

function readReport(report: XmlElement, format: 'camt053' | 'camt054'): BankStatement {
  const id = need(report, 'Id').text;
  const account = accountIn(report);
  if (account === null) throw new BankFileError('missing', report.line, 'Acct/Id');
  const currency = textAt(report, 'Acct/Ccy') ?? currencyIn(report);
  const balances =
    format === 'camt053' ? balancesOf(report, currency) : { opening: null, closing: null, from: null, to: null };
  const entries = each(report, 'Ntry')
    .filter(isBooked)
    .map((entry) => readEntry(entry, currency));
  return { id, account, currency, ...balances, entries, line: report.line };
}

function currencyIn(report: XmlElement): string {
  const amount = find(report, 'Bal/Amt') ?? find(report, 'Ntry/Amt');
  if (amount === null) throw new BankFileError('missing', report.line, 'Acct/Ccy');
  return amount.attributes['Ccy'] ?? '';
}

/** The status is a text up to version 06 and a code from version 08 on. */
function isBooked(entry: XmlElement): boolean {
  return (textAt(entry, 'Sts/Cd') ?? need(entry, 'Sts').text) === 'BOOK';
}

function balancesOf(report: XmlElement, currency: string) {
  const balance = (...codes: string[]) => {
    const found = each(report, 'Bal').find((each) => codes.includes(textAt(each, 'Tp/CdOrPrtry/Cd') ?? ''));
    if (!found) throw new BankFileError('missing', report.line, `Bal ${codes.join(' or ')}`);
    const units = amountOf(found, currency) * signOf(found);
    const day = find(found, 'Dt/Dt') ?? need(found, 'Dt/DtTm');
    return { units, day: readDay(day.text, day.line, 'Dt') };
  };
  // The closing balance of the day before is the opening balance where a bank writes that one.
  const [opening, closing] = [balance('OPBD', 'PRCD'), balance('CLBD')];
  return { opening: opening.units, closing: closing.units, from: opening.day, to: closing.day };
}

function amountOf(element: XmlElement, currency: string, path = 'Amt'): number {
  const amount = need(element, path);
  const given = amount.attributes['Ccy'] ?? '';
  if (given !== currency) throw new BankFileError('currency', amount.line, `${given || 'none'} instead of ${currency}`);
  return readAmount(amount.text, { currency, sign: '.', line: amount.line, detail: 'Amt' });
}

function signOf(element: XmlElement): 1 | -1 {
  const indicator = need(element, 'CdtDbtInd');
  if (indicator.text === 'CRDT') return 1;
  if (indicator.text === 'DBIT') return -1;
  throw new BankFileError('malformed', indicator.line, `CdtDbtInd ${indicator.text.slice(0, 40)}`);
}

/** The bank's word for a reference that there is none. */
const noReference = ['NOTPROVIDED', 'NONREF', 'NONE'];

function referenceIn(element: XmlElement, path: string): string | null {
  const reference = textAt(element, path);
  return reference === null || noReference.includes(reference.toUpperCase()) ? null : reference;
}

/** An entry with its parts; one that has a single transaction is that payment. */
function readEntry(entry: XmlElement, currency: string): BankEntry {
  const amount = amountOf(entry, currency);
  const sign = signOf(entry);
  const direction = sign === 1 ? ('in' as const) : ('out' as const);
  const day = find(entry, 'BookgDt/Dt') ?? need(entry, 'BookgDt/DtTm');
  const details = each(entry, 'NtryDtls').flatMap((one) => each(one, 'TxDtls'));
  const count = Math.max(details.length, Number(textAt(entry, 'NtryDtls/Btch/NbOfTxs') ?? 0));
  const isBatch = details.length > 0 && count > 1;
  const parts = isBatch ? details.map((one) => readPart(entry, one, { currency, sign })) : [];
  return {
    reference: referenceIn(entry, 'AcctSvcrRef'),
    direction,
    amount,
    booked: readDay(day.text, day.line, 'BookgDt'),
    bookedAt: zoned.test(day.text) ? day.text : null,
    ...describe(entry, isBatch ? null : (details[0] ?? null), direction),
    parts: parts.map(({ part }) => part),
    unusual: isBatch ? unusualIn(parts, amount) : null,
    line: entry.line,
  };
}

/** A moment, which has a day only in a time zone. */
const zoned = /T\d\d:\d\d.*(Z|[+-]\d\d:?\d\d)$/;

interface Part {
  readonly part: EntryPart;
  readonly unusual: UnusualEntry | null;
}

function readPart(
  entry: XmlElement,
  details: XmlElement,
  { currency, sign }: { readonly currency: string; readonly sign: 1 | -1 },
): Part {
  const own = find(details, 'CdtDbtInd') ? signOf(details) : sign;
  const reference = referenceIn(details, 'Refs/AcctSvcrRef');
  const made = (amount: number | null, unusual: UnusualEntry | null): Part => ({
    part: { amount, reference, ...describe(entry, details, own === 1 ? 'in' : 'out') },
    unusual,
  });
  const stated = find(details, 'Amt') ?? find(details, 'AmtDtls/TxAmt/Amt');
  if (stated === null) return made(null, 'noAmounts');
  if (stated.attributes['Ccy'] !== currency) return made(null, 'otherCurrency');
  const amount = readAmount(stated.text, { currency, sign: '.', line: stated.line, detail: 'Amt' });
  if (own !== sign) return made(-amount, 'otherDirection');
  return made(amount, find(details, 'Chrgs') ? 'charges' : null);
}

/** What makes the parts another thing than the amount. Charges do so only where they are missing from it. */
function unusualIn(parts: readonly Part[], amount: number): UnusualEntry | null {
  const unusual = parts.map((part) => part.unusual);
  const found = (['noAmounts', 'otherCurrency', 'otherDirection'] as const).find((each) => unusual.includes(each));
  if (found) return found;
  const sum = parts.reduce((total, { part }) => total + (part.amount ?? 0), 0);
  if (sum === amount && parts.every(({ part }) => part.amount !== 0)) return null;
  return unusual.includes('charges') ? 'charges' : 'sum';
}

/** A returned payment comes from its creditor's bank: both sides keep their roles of the original payment. */
function describe(entry: XmlElement, details: XmlElement | null, direction: 'in' | 'out'): PaymentDetails {
  const reason = textAt(details, 'RtrInf/Rsn/Cd') ?? textAt(details, 'RtrInf/Rsn/Prtry');
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '');
  const codes = [entry, details].map((one) => textAt(one, 'BkTxCd/Domn/Fmly/SubFmlyCd'));
  const isReturn = isReversal || codes.includes('RRTN') || (details !== null && find(details, 'RtrInf') !== null);
  const side = (direction === 'in') !== isReturn ? 'Dbtr' : 'Cdtr';
  const parties = details && find(details, 'RltdPties');
  const remittance = details && find(details, 'RmtInf');
  const lines = remittance ? each(remittance, 'Ustrd').map(({ text }) => text) : [];
  const structured = textAt(remittance, 'Strd/CdtrRefInf/Ref');
  const endToEnd = textAt(details, 'Refs/EndToEndId');
  return {
    name: textAt(parties, `${side}/Pty/Nm`) ?? textAt(parties, `${side}/Nm`),
    account: textAt(parties, `${side}Acct/Id/IBAN`) ?? textAt(parties, `${side}Acct/Id/Othr/Id`),
    text: [...lines, structured ?? '', lines.length === 0 ? (textAt(entry, 'AddtlNtryInf') ?? '') : '']
      .join(' ')
      .trim(),
    endToEnd: endToEnd === 'NOTPROVIDED' ? null : endToEnd,
    isReturn,
    reason,
  };
}
