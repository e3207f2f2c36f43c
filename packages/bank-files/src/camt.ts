import { readAmount, readDay } from './amounts.ts';
import { BankFileError } from './file-error.ts';
import type { BankEntry, BankStatement } from './statement.ts';
import { each, find, need, textAt, type XmlElement } from './xml.ts';

/** The reports in a document, by format: statements (camt.053) and notifications (camt.054). */
const reports = {
  camt053: ['BkToCstmrStmt', 'Stmt'],
  camt054: ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const;

/** Reads a document of ISO 20022, camt.053 or camt.054, versions 02 to 13. @throws BankFileError */
export function readCamt(document: XmlElement, format: 'camt053' | 'camt054'): BankStatement[] {
  const [message, report] = reports[format];
  const name = format === 'camt053' ? 'camt.053' : 'camt.054';
  const namespace = document.attributes['xmlns'] ?? '';
  if (document.name !== 'Document' || !namespace.includes(`:${name}.001.`))
    throw new BankFileError('unknownFormat', document.line, `not ${name}: ${namespace.slice(0, 80)}`);
  return each(need(document, message), report).map((element) => readReport(element, format));
}

function readReport(report: XmlElement, format: 'camt053' | 'camt054'): BankStatement {
  const id = need(report, 'Id').text;
  const account = textAt(report, 'Acct/Id/IBAN') ?? textAt(report, 'Acct/Id/Othr/Id');
  if (account === null) throw new BankFileError('missing', report.line, 'Acct/Id');
  const currency = textAt(report, 'Acct/Ccy') ?? currencyIn(report);
  const balances =
    format === 'camt053' ? balancesOf(report, currency) : { opening: null, closing: null, from: null, to: null };
  const entries = each(report, 'Ntry')
    .filter(isBooked)
    .flatMap((entry) => readEntry(entry, currency));
  return { id, account: account.replaceAll(/\s/g, ''), currency, ...balances, entries, line: report.line };
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

/** One entry, or one for each transaction of a batch that the bank booked as one. */
function readEntry(entry: XmlElement, currency: string): BankEntry[] {
  const amount = amountOf(entry, currency);
  const direction = signOf(entry) === 1 ? ('in' as const) : ('out' as const);
  const day = find(entry, 'BookgDt/Dt') ?? need(entry, 'BookgDt/DtTm');
  const booked = readDay(day.text, day.line, 'BookgDt');
  const isReversal = ['true', '1'].includes(textAt(entry, 'RvslInd') ?? '');
  const reference = textAt(entry, 'AcctSvcrRef');
  const details = each(entry, 'NtryDtls').flatMap((one) => each(one, 'TxDtls'));
  const common = { direction, booked, isReversal, currency };
  if (details.length <= 1) {
    const own = details[0] ?? null;
    const known = reference ?? textAt(own, 'Refs/AcctSvcrRef');
    return [{ ...describe(entry, own, common), amount, reference: referenceOf(known, entry) }];
  }
  const parts = details.map((one, index) => {
    const path = find(one, 'Amt') ? 'Amt' : 'AmtDtls/TxAmt/Amt';
    const known = textAt(one, 'Refs/AcctSvcrRef') ?? (reference && `${reference}/${index + 1}`);
    return {
      ...describe(entry, one, common),
      amount: amountOf(one, currency, path),
      reference: referenceOf(known, one),
    };
  });
  const sum = parts.reduce((total, part) => total + part.amount, 0);
  if (sum !== amount) throw new BankFileError('balances', entry.line, 'NtryDtls does not add up to Ntry/Amt');
  return parts;
}

function referenceOf(reference: string | null, { line }: XmlElement): string {
  if (reference === null || reference === 'NOTPROVIDED') throw new BankFileError('noReference', line, 'AcctSvcrRef');
  return reference;
}

interface Common {
  readonly direction: 'in' | 'out';
  readonly booked: string;
  readonly isReversal: boolean;
}

/** A returned payment comes from its creditor's bank: both sides keep their roles of the original payment. */
function describe(entry: XmlElement, details: XmlElement | null, { direction, booked, isReversal }: Common) {
  const reason = textAt(details, 'RtrInf/Rsn/Cd') ?? textAt(details, 'RtrInf/Rsn/Prtry');
  const code = textAt(entry, 'BkTxCd/Domn/Fmly/SubFmlyCd');
  const isReturn = isReversal || code === 'RRTN' || (details !== null && find(details, 'RtrInf') !== null);
  const side = (direction === 'in') !== isReturn ? 'Dbtr' : 'Cdtr';
  const parties = details && find(details, 'RltdPties');
  const remittance = details && find(details, 'RmtInf');
  const lines = remittance ? each(remittance, 'Ustrd').map(({ text }) => text) : [];
  const structured = textAt(remittance, 'Strd/CdtrRefInf/Ref');
  const endToEnd = textAt(details, 'Refs/EndToEndId');
  return {
    direction,
    booked,
    name: textAt(parties, `${side}/Pty/Nm`) ?? textAt(parties, `${side}/Nm`),
    account: textAt(parties, `${side}Acct/Id/IBAN`) ?? textAt(parties, `${side}Acct/Id/Othr/Id`),
    text: [...lines, structured ?? '', lines.length === 0 ? (textAt(entry, 'AddtlNtryInf') ?? '') : '']
      .join(' ')
      .trim(),
    endToEnd: endToEnd === 'NOTPROVIDED' ? null : endToEnd,
    isReturn,
    reason,
    line: entry.line,
  };
}
