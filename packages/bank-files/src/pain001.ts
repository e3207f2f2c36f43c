import { readAmount, writeAmount } from './amounts.ts';
import { BankFileError } from './file-error.ts';
import { each, need, readXml, textAt, xmlText } from './xml.ts';
import type { AccountNumber } from './accounts.ts';
import { payeeName } from './payee-name.ts';

/** One payment of a batch. */
export interface BatchPayment {
  /** Unique for ever; a statement's entry shows it again. */
  readonly endToEnd: string;
  /** Whole minor units. */
  readonly amount: number;
  readonly name: string;
  readonly account: AccountNumber;
  readonly text: string;
}

/** A batch of payments from one account. */
export interface PaymentBatch {
  readonly id: string;
  /** `2026-11-26T10:00:00Z`. */
  readonly created: string;
  readonly executeOn: string;
  readonly currency: string;
  readonly debtor: { readonly name: string; readonly account: AccountNumber };
  readonly payments: readonly BatchPayment[];
}

/** Code of a clearing system for banks without a BIC. */
const clearingSystems = { iban: '', cn: 'CNAPS', us: 'USABA' } as const;

function agent({ kind, bank }: AccountNumber): string {
  const identified =
    kind === 'iban'
      ? bank === ''
        ? '<Othr><Id>NOTPROVIDED</Id></Othr>'
        : `<BICFI>${xmlText(bank)}</BICFI>`
      : `<ClrSysMmbId><ClrSysId><Cd>${clearingSystems[kind]}</Cd></ClrSysId><MmbId>${xmlText(bank)}</MmbId></ClrSysMmbId>`;
  return `<FinInstnId>${identified}</FinInstnId>`;
}

/** Left out where the IBAN alone names the bank: SEPA's rules allow no placeholder for the recipient's bank. */
function creditorAgent(account: AccountNumber): string {
  return account.kind === 'iban' && account.bank === '' ? '' : `<CdtrAgt>${agent(account)}</CdtrAgt>`;
}

/** @throws BankFileError for a name that the bank would refuse: callers leave such payments out */
function nameOf({ name, account }: { readonly name: string; readonly account: AccountNumber }): string {
  const written = payeeName(name, account.kind);
  if (written === null) throw new BankFileError('malformed', 1, `a name that no bank takes: ${name.slice(0, 40)}`);
  return xmlText(written);
}

function accountId({ kind, number }: AccountNumber): string {
  return kind === 'iban'
    ? `<Id><IBAN>${xmlText(number)}</IBAN></Id>`
    : `<Id><Othr><Id>${xmlText(number)}</Id></Othr></Id>`;
}

/** Writes a batch as ISO 20022 pain.001.001.09. Each payment is booked on its own, so that a statement shows each. */
export function writePain001({ id, created, executeOn, currency, debtor, payments }: PaymentBatch): string {
  const sum = writeAmount(
    payments.reduce((total, { amount }) => total + amount, 0),
    currency,
  );
  const figures = `<NbOfTxs>${payments.length}</NbOfTxs><CtrlSum>${sum}</CtrlSum>`;
  const transactions = payments.map(
    (payment) => `
      <CdtTrfTxInf>
        <PmtId><EndToEndId>${xmlText(payment.endToEnd)}</EndToEndId></PmtId>
        <Amt><InstdAmt Ccy="${currency}">${writeAmount(payment.amount, currency)}</InstdAmt></Amt>
        ${creditorAgent(payment.account)}
        <Cdtr><Nm>${nameOf(payment)}</Nm></Cdtr>
        <CdtrAcct>${accountId(payment.account)}</CdtrAcct>
        <RmtInf><Ustrd>${xmlText(payment.text)}</Ustrd></RmtInf>
      </CdtTrfTxInf>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
  <CstmrCdtTrfInitn>
    <GrpHdr>
      <MsgId>${xmlText(id)}</MsgId>
      <CreDtTm>${created}</CreDtTm>
      ${figures}
      <InitgPty><Nm>${nameOf(debtor)}</Nm></InitgPty>
    </GrpHdr>
    <PmtInf>
      <PmtInfId>${xmlText(id)}</PmtInfId>
      <PmtMtd>TRF</PmtMtd>
      <BtchBookg>false</BtchBookg>
      ${figures}
      <ReqdExctnDt><Dt>${executeOn}</Dt></ReqdExctnDt>
      <Dbtr><Nm>${nameOf(debtor)}</Nm></Dbtr>
      <DbtrAcct>${accountId(debtor.account)}<Ccy>${currency}</Ccy></DbtrAcct>
      <DbtrAgt>${agent(debtor.account)}</DbtrAgt>
      <ChrgBr>SLEV</ChrgBr>${transactions.join('')}
    </PmtInf>
  </CstmrCdtTrfInitn>
</Document>
`;
}

/** A payment as a bank reads it. */
export interface ReadPayment {
  readonly endToEnd: string;
  readonly currency: string;
  readonly amount: number;
  readonly name: string;
  readonly account: string;
  readonly text: string;
}

/** Reads a batch as a bank does: the sandbox bank, and tests of what is written. @throws BankFileError */
export function readPain001(text: string): { id: string; debtorAccount: string; payments: ReadPayment[] } {
  const initiation = need(readXml(text), 'CstmrCdtTrfInitn');
  const header = need(initiation, 'GrpHdr');
  const information = need(initiation, 'PmtInf');
  const payments = each(information, 'CdtTrfTxInf').map((one) => {
    const amount = need(one, 'Amt/InstdAmt');
    const currency = amount.attributes['Ccy'] ?? '';
    return {
      endToEnd: need(one, 'PmtId/EndToEndId').text,
      currency,
      amount: readAmount(amount.text, { currency, sign: '.', line: amount.line, detail: 'InstdAmt' }),
      name: need(one, 'Cdtr/Nm').text,
      account: textAt(one, 'CdtrAcct/Id/IBAN') ?? need(one, 'CdtrAcct/Id/Othr/Id').text,
      text: textAt(one, 'RmtInf/Ustrd') ?? '',
    };
  });
  const [sum, count] = [need(header, 'CtrlSum'), need(header, 'NbOfTxs')];
  const currency = payments[0]?.currency ?? '';
  const total = payments.reduce((all, { amount }) => all + amount, 0);
  if (Number(count.text) !== payments.length || writeAmount(total, currency) !== sum.text)
    throw new BankFileError('balances', sum.line, 'number and sum of the payments differ from the header');
  const debtorAccount = textAt(information, 'DbtrAcct/Id/IBAN') ?? need(information, 'DbtrAcct/Id/Othr/Id').text;
  return { id: need(header, 'MsgId').text, debtorAccount, payments };
}
