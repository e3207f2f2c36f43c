import { writeAmount } from './amounts.ts';
import type { BankStatement } from './statement.ts';
import { xmlText } from './xml.ts';

type Written = Omit<BankStatement, 'line' | 'entries'> & {
  readonly entries: readonly Omit<BankStatement['entries'][number], 'line'>[];
};

function signOf(units: number): string {
  return `<CdtDbtInd>${units < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>`;
}

function idOf(number: string): string {
  const isIban = /^[A-Z]{2}\d\d/.test(number);
  return isIban ? `<Id><IBAN>${xmlText(number)}</IBAN></Id>` : `<Id><Othr><Id>${xmlText(number)}</Id></Othr></Id>`;
}

/** Writes a statement as ISO 20022 camt.053.001.08, as a bank does: the sandbox bank, and tests of the reader. */
export function writeCamt053(statement: Written, created: string): string {
  const { id, account, currency, opening, closing, from, to, entries } = statement;
  const balance = (code: string, units: number, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${writeAmount(Math.abs(units), currency)}</Amt>${signOf(units)}<Dt><Dt>${day}</Dt></Dt></Bal>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
  <BkToCstmrStmt>
    <GrpHdr><MsgId>${xmlText(id)}</MsgId><CreDtTm>${created}</CreDtTm></GrpHdr>
    <Stmt>
      <Id>${xmlText(id)}</Id>
      <CreDtTm>${created}</CreDtTm>
      <Acct>${idOf(account)}<Ccy>${currency}</Ccy></Acct>
      ${balance('OPBD', opening ?? 0, from ?? '')}
      ${balance('CLBD', closing ?? 0, to ?? '')}${entries.map((entry) => writeEntry(entry, currency)).join('')}
    </Stmt>
  </BkToCstmrStmt>
</Document>
`;
}

function writeEntry(entry: Written['entries'][number], currency: string): string {
  const { reference, direction, amount, booked, name, account, text, endToEnd, isReturn, reason } = entry;
  const side = (direction === 'in') !== isReturn ? 'Dbtr' : 'Cdtr';
  const code = isReturn ? 'RRTN' : 'ESCT';
  const parties =
    (name === null ? '' : `<${side}><Pty><Nm>${xmlText(name)}</Nm></Pty></${side}>`) +
    (account === null ? '' : `<${side}Acct>${idOf(account)}</${side}Acct>`);
  const returned = isReturn ? `<RtrInf><Rsn><Cd>${xmlText(reason ?? 'MS03')}</Cd></Rsn></RtrInf>` : '';
  return `
      <Ntry>
        <Amt Ccy="${currency}">${writeAmount(amount, currency)}</Amt>
        <CdtDbtInd>${direction === 'in' ? 'CRDT' : 'DBIT'}</CdtDbtInd>
        <Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>${booked}</Dt></BookgDt>
        <ValDt><Dt>${booked}</Dt></ValDt>
        <AcctSvcrRef>${xmlText(reference)}</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>${direction === 'in' ? 'RCDT' : 'ICDT'}</Cd><SubFmlyCd>${code}</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><EndToEndId>${xmlText(endToEnd ?? 'NOTPROVIDED')}</EndToEndId></Refs>
          ${parties === '' ? '' : `<RltdPties>${parties}</RltdPties>`}
          ${text === '' ? '' : `<RmtInf><Ustrd>${xmlText(text)}</Ustrd></RmtInf>`}
          ${returned}
        </TxDtls></NtryDtls>
      </Ntry>`;
}
