import { type Approval, consoleCalls } from '@fft/console-contract';
import { formatAmount, useTexts } from '@fft/kit';
import type { ReactNode } from 'react';
import { useCall } from '../../api/index.ts';
import { bankFileTexts } from '../../i18n/bank-files.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Callout, DetailList, Loaded } from '../../ui/index.ts';
import { AccountName } from './accounts.tsx';
import { BatchItems } from './BatchItems.tsx';

type Input = Approval['input'];
type Item = readonly [name: string, value: ReactNode] | null;
type Texts = (typeof bankTexts)['en'] & (typeof bankFileTexts)['en'];

const bankActs = ['bankAccount', 'bankFile', 'bankEntry', 'bankBatch', 'bankPayout', 'bankDay'] as const;
type BankAct = (typeof bankActs)[number];

export const isBankAct = (act: Approval['act']): act is BankAct => bankActs.some((each) => each === act);

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const row = (name: string, value: unknown): Item => (text(value) === '' ? null : [name, text(value)]);
const money = (name: string, amount: unknown, coin: unknown): Item =>
  text(amount) === '' ? null : [name, `${formatAmount(text(amount))} ${text(coin)}`];
const word = <Word extends string>(words: Readonly<Record<Word, string>>, value: unknown): string =>
  (words as Readonly<Record<string, string>>)[text(value)] ?? text(value);

/** What a proposal about bank money does, in words. */
export function BankProposal({ act, input }: { readonly act: BankAct; readonly input: Input }) {
  const t = { ...useTexts(bankTexts), ...useTexts(bankFileTexts) };
  return (
    <>
      <DetailList items={itemsOf[act](input, t)} />
      {act === 'bankFile' && Number(input['entries']) === Number(input['known']) && <Callout>{t.nothingNew}</Callout>}
      {act === 'bankEntry' && <Callout>{word(t.decideText, input['act'])}</Callout>}
      {act === 'bankBatch' && <Batch id={Number(input['id'] ?? input['batch'])} />}
    </>
  );
}

function Batch({ id }: { readonly id: number }) {
  const batch = useCall(consoleCalls.banks.batch, { id });
  return <Loaded query={batch}>{({ coin, items }) => <BatchItems coin={coin} items={items} />}</Loaded>;
}

const clock = (minutes: unknown): string =>
  typeof minutes === 'number'
    ? [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
    : text(minutes);

const accountItem = (id: unknown, t: Texts): Item => [t.account, <AccountName key="account" id={Number(id)} />];

const itemsOf: Readonly<Record<BankAct, (input: Input, t: Texts) => readonly Item[]>> = {
  bankAccount: (input, t) => {
    const kind = text(input['kind']) as keyof Texts['kinds'];
    return [
      row(t.coin, input['currency']),
      row(t.kind, word(t.kinds, kind)),
      row(t.numbers[kind] ?? t.number, input['number']),
      row(t.banks[kind] ?? t.bankName, input['bank']),
      row(t.holder, input['holder']),
      row(t.bankName, input['bankName']),
      row(t.address, input['address']),
      [t.listed, input['listed'] === true ? t.yes : t.no],
      row(t.cutOff, `${clock(input['cutOff'])} ${text(input['timeZone'])}`),
      row(t.holidays, Array.isArray(input['holidays']) ? input['holidays'].join(', ') : ''),
      row(t.csv, input['csv'] == null ? '' : JSON.stringify(input['csv'])),
      row(t.dialect, word(t.dialects, text(input['dialect'] ?? 'unstructured'))),
      row(t.encoding, text(input['encoding'] ?? 'utf-8').toUpperCase()),
    ];
  },
  bankFile: (input, t) => [
    row(t.file, input['name']),
    accountItem(input['account'], t),
    row(t.fresh, Number(input['entries']) - Number(input['known'])),
    row(t.known, input['known']),
    money(t.moneyIn, input['moneyIn'], input['coin']),
    money(t.moneyOut, input['moneyOut'], input['coin']),
    money(t.opening, input['opening'], input['coin']),
    money(t.closing, input['closing'], input['coin']),
    row(t.digest, input['digest']),
  ],
  bankEntry: (input, t) => [
    ['', <strong key="act">{word(t.decide, input['act'])}</strong>],
    money(t.amount, input['amount'], input['coin']),
    row(t.customer, input['customer']),
    row(t.sender, input['name'] ?? t.unknownSender),
    row(t.number, input['number']),
    row(t.text, input['text']),
    row(t.reference, input['reference']),
    row(t.note, input['note']),
  ],
  bankBatch: (input, t) => [
    accountItem(input['account'], t),
    row(t.payments, input['count'] ?? input['payments']),
    money(t.total, input['total'], input['coin']),
    row(t.digest, input['digest']),
  ],
  bankPayout: (input, t) => [
    row(t.payout, input['id']),
    row(t.customer, input['customer']),
    money(t.amount, input['amount'], input['coin']),
    row(t.number, input['number'] ?? input['address']),
    row(t.reason.zh, input['zh']),
    row(t.reason.en, input['en']),
  ],
  bankDay: (input, t) => [
    accountItem(input['account'], t),
    row(t.day, input['day']),
    money(t.difference, input['difference'], input['coin']),
    row(t.why, input['problem']),
    row(t.explanation, input['explanation']),
  ],
};
