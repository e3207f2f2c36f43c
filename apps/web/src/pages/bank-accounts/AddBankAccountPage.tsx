import { type BankDetails, calls, Code } from '@fft/contract';
import { useState } from 'react';
import { refreshPages, useCall } from '../../api/index.ts';
import { FormBody, useCallForm } from '../../features/forms/index.ts';
import {
  accountKindsOf,
  type BankAccountKind,
  isAccountNumber,
  isBankCode,
} from '../../features/money/bank-account-form.ts';
import { BankCurrencyField } from '../../features/money/BankCurrencyField.tsx';
import { IdentityFirst } from '../../features/money/IdentityFirst.tsx';
import { useBankCurrency } from '../../features/money/use-bank-currency.ts';
import { PayPasswordField } from '../../features/money/PayPasswordField.tsx';
import { PayPasswordFirst } from '../../features/money/PayPasswordFirst.tsx';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { clearTabStorage, LoggedIn } from '../../features/session/index.ts';
import { CallView, Page, useBack } from '../../features/shell/index.ts';
import { bankAccountTexts } from '../../i18n/bank-accounts.ts';
import { useTexts } from '../../i18n/index.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { Button, Callout, Empty, Field, Segmented, toast } from '../../ui/kit/index.ts';
import { FieldsSkeleton } from '../../ui/skeletons/index.ts';
import styles from './BankAccounts.module.css';

const storedAs = 'bank-account';

/** Saves a bank account in the customer's own name. */
export function AddBankAccountPage() {
  const t = useTexts(bankAccountTexts);
  return (
    <LoggedIn>
      <Page title={t.addTitle} back={{ fallback: '/pages/wallet/bank' }}>
        <AddBankAccount />
      </Page>
    </LoggedIn>
  );
}

function AddBankAccount() {
  const t = useTexts(bankAccountTexts);
  const details = useCall(calls.banks.details, {}, { quiet: true });
  return (
    <CallView call={details} skeleton={<FieldsSkeleton fields={5} />}>
      {(currencies) =>
        currencies.length === 0 ? (
          <Empty drawing="wallet" title={t.none}>
            {t.noneText}
          </Empty>
        ) : (
          <AccountForm currencies={currencies} />
        )
      }
    </CallView>
  );
}

function AccountForm({ currencies }: { readonly currencies: readonly BankDetails[] }) {
  const t = useTexts(bankAccountTexts);
  const wait = useWithdrawalWait();
  const goBack = useBack('/pages/wallet/bank');
  const [currency, choose] = useBankCurrency(currencies, useParameters().get('coin'));
  const [wanted, setKind] = useState<BankAccountKind | null>(null);
  const coin = currency?.coin ?? '';
  const kinds = accountKindsOf(coin);
  const kind = kinds.find((each) => each === wanted) ?? kinds[0];
  const form = useCallForm({
    call: calls.banks.addAccount,
    initial: { name: '', number: '', bank: '', payPassword: '' },
    keeps: { as: storedAs, fields: ['name', 'number', 'bank'] },
    input: (values) => ({ ...values, coin, kind }),
    check: ({ number, bank }) => ({
      ...(number.trim() !== '' && !isAccountNumber(kind, number) && { number: 'bankAccount' }),
      ...(!isBankCode(kind, bank) && { bank: bank.trim() === '' ? 'blank' : 'bankCode' }),
    }),
    codeFields: { [Code.wrongPayPassword]: 'payPassword', [Code.conflict]: 'number' },
    onDone: (_done, isMounted) => {
      clearTabStorage(storedAs);
      refreshPages(calls.banks.accounts);
      toast(t.saved);
      if (isMounted) goBack();
    },
  });
  return (
    <div className={styles.content}>
      <FormBody onSubmit={form.submit}>
        <IdentityFirst needed={t.unverified} pending={t.pending} go={t.verify} />
        <PayPasswordFirst>{t.payFirst}</PayPasswordFirst>
        {currency && <BankCurrencyField currencies={currencies} chosen={currency} onChoose={choose} />}
        {kinds.length > 1 && (
          <Segmented
            label={t.kind}
            value={kind}
            options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
            onChange={setKind}
          />
        )}
        <CheckedField
          {...form.field('number')}
          label={t.number[kind]}
          isRight={(text) => isAccountNumber(kind, text)}
          wrong={t.wrongNumber[kind]}
          inputMode={kind === 'iban' ? 'text' : 'numeric'}
          maxLength={50}
        />
        <CheckedField
          {...form.field('bank')}
          label={t.bank[kind]}
          hint={t.bankHint[kind]}
          isRight={(text) => isBankCode(kind, text)}
          wrong={t.wrongBank[kind]}
          inputMode={kind === 'iban' ? 'text' : 'numeric'}
          maxLength={20}
        />
        <Field
          {...form.field('name')}
          label={t.name}
          placeholder={t.namePlaceholder}
          autoComplete="off"
          maxLength={40}
        />
        <PayPasswordField form={form} />
        <Callout tone="info" icon="user">
          {t.own}
        </Callout>
        <Callout tone="info" icon="clock">
          {t.wait(wait.text, wait.note)}
        </Callout>
        <Button type="submit" wide busy={form.busy}>
          {t.save}
        </Button>
      </FormBody>
    </div>
  );
}

interface CheckedFieldProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly hint?: string;
  readonly inputMode: 'text' | 'numeric';
  readonly maxLength: number;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  readonly isRight: (text: string) => boolean;
  /** Shown once the customer left a wrong value. */
  readonly wrong: string;
}

/** A number with a check of its own; it is checked when the field loses focus. */
function CheckedField({ isRight, wrong, ...field }: CheckedFieldProps) {
  const [left, setLeft] = useState(field.value !== '');
  const isWrong = field.value.trim() !== '' && !isRight(field.value);
  return (
    <Field
      {...field}
      error={isWrong && (left || field.error !== undefined) ? wrong : field.error}
      autoComplete="off"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      onFocus={() => setLeft(false)}
      onBlur={() => setLeft(true)}
    />
  );
}
