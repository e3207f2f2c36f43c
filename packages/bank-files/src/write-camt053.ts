import { writeAmount } from './amounts.ts';
import type { BankEntry, BankStatement, EntryPart, PaymentDetails } from './statement.ts';
import { xmlText } from './xml.ts';

type WrittenEntry = Omit<BankEntry, 'line' | 'unusual'>;
type Written = Omit<BankStatement, 'line' | 'entries'> & { readonly entries: readonly WrittenEntry[] };

function signOf(units: number): string {
  return `<CdtDbtInd>${units < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
}

function idOf(number: string): string {
  const isIban = /^[A-Z]{2}\d\d/.test(number);
  return isIban ? `<Id><IBAN>${xmlText(number)}</IBAN></Id>` : `<Id><Othr><Id>${xmlText(number)}</Id></Othr></Id>`;
}

/** Writes a statement as ISO 20022 camt.053.001.08, as a bank does: the sandbox bank, and tests of the reader. */
export function writeCamt053({ opening, closing, from, to, ...statement }: Written, created: string): string {
  const { currency } = statement;
  const balance = (code: string, units: number, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${writeAmount(Math.abs(units), currency)}</Amt>${signOf(units)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  const balances = `
      ${balance('OPBD', opening ?? 0, from ?? '')}
      ${balance('CLBD', closing ?? 0, to ?? '')}`;
  return writeReport(statement, {
    created,
    balances,
    message: 'BkToCstmrStmt',
    report: 'Stmt',
    version: 'camt.053.001.08',
  });
}

/** Writes a notification as ISO 20022 camt.054.001.08: entries without balances. */
export function writeCamt054(
  statement: Pick<Written, 'id' | 'account' | 'currency' | 'entries'>,
  created: string,
): string {
  const names = { message: 'BkToCstmrDbtCdtNtfctn', report: 'Ntfctn', version: 'camt.054.001.08' };
  return writeReport(statement, { created, balances: '', ...names });
}

interface ReportForm {
  readonly created: string;
  readonly balances: string;
  readonly message: string;
  readonly report: string;
  readonly version: string;
}

function writeReport(
  { id, account, currency, entries }: Pick<Written, 'id' | 'account' | 'currency' | 'entries'>,
  { created, balances, message, report, version }: ReportForm,
): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${version}">
  <${message}>
    <GrpHdr><MsgId>${xmlText(id)}</MsgId><CreDtTm>${created}</CreDtTm></GrpHdr>
    <${report}>
      <Id>${xmlText(id)}</Id>
      <CreDtTm>${created}</CreDtTm>
      <Acct>${idOf(account)}<Ccy>${currency}</Ccy></Acct>${balances}${entries.map((entry) => writeEntry(entry, currency)).join('')}
    </${report}>
  </${message}>
</Document>
`;
}

function writeEntry(entry: WrittenEntry, currency: string): string {
  const { reference, direction, amount, booked, bookedAt, isReturn, parts } = entry;
  const code = isReturn ? 'RRTN' : 'ESCT';
  const details =
    parts.length === 0
      ? writeDetails(entry, direction)
      : `<Btch><NbOfTxs>${parts.length}</NbOfTxs></Btch>${parts.map((part) => writeDetails(part, direction, writePart(part, entry, currency))).join('')}`;
  return `
      <Ntry>
        <Amt Ccy="${currency}">${writeAmount(amount, currency)}</Amt>
        <CdtDbtInd>${direction === 'in' ? 'CRDT' : 'DBIT'}</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt>${bookedAt === null ? `<Dt>${booked}</Dt>` : `<DtTm>${bookedAt}</DtTm>`}</BookgDt>
        <ValDt><Dt>${booked}</Dt></ValDt>
        ${reference === null ? '' : `<AcctSvcrRef>${xmlText(reference)}</AcctSvcrRef>`}
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${direction === 'in' ? 'RCDT' : 'ICDT'}</Cd><SubFmlyCd>${code}</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls>${details}</NtryDtls>
      </Ntry>`;
}

interface PartForm {
  readonly amount: string;
  readonly reference: string;
}

function writePart({ amount, reference }: EntryPart, { direction }: WrittenEntry, currency: string): PartForm {
  const isOther = amount !== null && amount < 0;
  const sign = (direction === 'in') !== isOther ? 'CRDT' : 'DBIT';
  return {
    amount:
      amount === null
        ? ''
        : `<Amt Ccy="${currency}">${writeAmount(Math.abs(amount), currency)}</Amt><CdtDbtInd>${sign}</CdtDbtInd>`,
    reference: reference === null ? '' : `<AcctSvcrRef>${xmlText(reference)}</AcctSvcrRef>`,
  };
}

function writeDetails(payment: PaymentDetails, direction: 'in' | 'out', form?: PartForm): string {
  const { name, account, text, endToEnd, isReturn, reason } = payment;
  const side = (direction === 'in') !== isReturn ? 'Dbtr' : 'Cdtr';
  const parties =
    (name === null ? '' : `<${side}><Pty><Nm>${xmlText(name)}</Nm></Pty></${side}>`) +
    (account === null ? '' : `<${side}Acct>${idOf(account)}</${side}Acct>`);
  const returned = isReturn ? `<RtrInf><Rsn><Cd>${xmlText(reason ?? 'MS03')}</Cd></Rsn></RtrInf>` : '';
  return `<TxDtls>
          <Refs>${form?.reference ?? ''}<EndToEndId>${xmlText(endToEnd ?? 'NOTPROVIDED')}</EndToEndId></Refs>
          ${form?.amount ?? ''}
          ${parties === '' ? '' : `<RltdPties>${parties}</RltdPties>`}
          ${text === '' ? '' : `<RmtInf><Ustrd>${xmlText(text)}</Ustrd></RmtInf>`}
          ${returned}
        </TxDtls>`;
}
