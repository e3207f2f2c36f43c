import { consoleCalls, type HouseBankAccount } from '@fft/console-contract';
import { bankAccountKinds } from '@fft/contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { bankFileTexts } from '../../i18n/bank-files.ts';
import { bankTexts } from '../../i18n/banks.ts';
import { Callout, Dialog, Field, FieldRow, Select, TextArea, useFields } from '../../ui/index.ts';
import { FileForms, type FileForm } from './FileForms.tsx';

export interface AccountFormProps {
  /** Null for a new account. */
  readonly account: HouseBankAccount | null;
  readonly onClose: () => void;
}

const blank = {
  coin: '',
  number: '',
  bank: '',
  holder: '',
  bankName: '',
  address: '',
  cutOff: '16:00',
  timeZone: 'Asia/Shanghai',
  holidays: '',
  csv: '',
};

function valuesOf({ holidays, csv, ...account }: HouseBankAccount): typeof blank {
  const { coin, number, bank, holder, bankName, address, cutOff, timeZone } = account;
  const shown = { coin, number, bank, holder, bankName, address, cutOff, timeZone };
  return { ...shown, holidays: holidays.join(', '), csv: csv ?? '' };
}

/** Proposes a bank account of the exchange, or other details of one. Currency and number stay. */
export function AccountForm({ account, onClose }: AccountFormProps) {
  const t = useTexts(bankTexts);
  const files = useTexts(bankFileTexts);
  const save = useAct(consoleCalls.banks.saveAccount, { successMessage: t.proposed, onDone: onClose });
  const [kind, setKind] = useState<(typeof bankAccountKinds)[number]>(account?.kind ?? 'iban');
  const [listed, setListed] = useState<'yes' | 'no'>(account?.listed === false ? 'no' : 'yes');
  const [form, setForm] = useState<FileForm>({
    dialect: account?.dialect ?? 'unstructured',
    encoding: account?.encoding ?? 'utf-8',
  });
  const { values, field } = useFields(account === null ? blank : valuesOf(account), save.fields);
  const fixed = account !== null;
  return (
    <Dialog
      wide
      title={fixed ? t.editAccount : t.addAccount}
      onClose={onClose}
      confirm={{
        label: t.propose,
        busy: save.busy,
        onPress: () => {
          const { csv, coin, holidays, ...others } = values;
          save.run({
            ...others,
            ...(account !== null && { id: account.id }),
            coin: coin.trim().toUpperCase(),
            kind,
            listed: listed === 'yes',
            holidays: holidays.replaceAll(/\s/g, ''),
            ...(csv.trim() !== '' && { csv }),
            ...(form.dialect !== 'unstructured' && { dialect: form.dialect }),
            ...(form.encoding !== 'utf-8' && { encoding: form.encoding }),
          });
        },
      }}
    >
      {account?.genuine === false && <Callout tone="danger">{t.alteredText}</Callout>}
      <FieldRow>
        <Field label={t.coin} {...field('coin')} readOnly={fixed} autoCapitalize="characters" maxLength={10} />
        {fixed ? (
          <Field label={t.kind} value={t.kinds[kind]} readOnly />
        ) : (
          <Select
            label={t.kind}
            value={kind}
            onChange={setKind}
            error={save.fields['kind']}
            options={bankAccountKinds.map((value) => ({ value, label: t.kinds[value] }))}
          />
        )}
        <Field label={t.numbers[kind]} {...field('number')} readOnly={fixed} maxLength={50} />
        <Field label={t.banks[kind]} {...field('bank')} maxLength={20} />
        <Field label={t.holder} {...field('holder')} maxLength={70} />
        <Field label={t.bankName} {...field('bankName')} maxLength={70} />
      </FieldRow>
      <Field label={t.address} {...field('address')} maxLength={140} />
      <FieldRow columns={3}>
        <Field label={t.cutOff} {...field('cutOff')} placeholder="16:00" maxLength={5} />
        <Field label={t.timeZone} {...field('timeZone')} placeholder="Asia/Shanghai" maxLength={64} />
        <Select
          label={t.listed}
          value={listed}
          onChange={setListed}
          options={[
            { value: 'yes', label: t.listedStates.yes },
            { value: 'no', label: t.listedStates.no },
          ]}
        />
      </FieldRow>
      <Field label={t.holidays} {...field('holidays')} placeholder="2026-12-25, 2027-01-01" />
      <TextArea label={files.csv} {...field('csv')} hint={files.csvHint} rows={2} maxLength={2000} />
      <FileForms value={form} onChange={setForm} />
      <Callout>{t.second}</Callout>
    </Dialog>
  );
}
