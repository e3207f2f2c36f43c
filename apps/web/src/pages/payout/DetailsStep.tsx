import type { PayoutOption, SavedBankAccount } from '@fft/contract';
import { useState } from 'react';
import { FormBody } from '../../features/forms/index.ts';
import { BankCurrencyField } from '../../features/money/BankCurrencyField.tsx';
import { HoldNote } from '../../features/money/HoldNote.tsx';
import { IdentityFirst } from '../../features/money/IdentityFirst.tsx';
import { AmountField } from '../../features/money/index.ts';
import { amountProblem, maxAmountOf } from '../../features/money/withdraw-amount.ts';
import { useUser } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { useTexts } from '../../i18n/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { payoutTexts } from './payouts-texts.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { signOf, trimZeros } from '../../lib/exact.ts';
import { formatAmount, formatBalance } from '../../lib/format/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { Button, Callout, SelectField, Steps } from '../../ui/kit/index.ts';
import { AccountSheet } from './AccountSheet.tsx';
import { Facts } from './Facts.tsx';
import { History } from './History.tsx';
import styles from './Payout.module.css';

export interface DetailsStepProps {
  readonly options: readonly PayoutOption[];
  readonly option: PayoutOption;
  readonly account: SavedBankAccount | null;
  readonly amount: string;
  /** The server's refusal of the amount. */
  readonly refused: string | undefined;
  readonly onCurrency: (coin: string) => void;
  readonly onAccount: (account: SavedBankAccount) => void;
  readonly onAmount: (amount: string) => void;
  readonly onDone: () => void;
}

/** Chooses currency, bank account and amount. */
export function DetailsStep(props: DetailsStepProps) {
  const { options, option, account, amount, refused, onCurrency, onAccount, onAmount, onDone } = props;
  const t = useTexts(payoutTexts);
  const withdraw = useTexts(withdrawTexts);
  const errors = useTexts(formTexts);
  const { data: user } = useUser();
  const [tried, setTried] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const problem = useProblem(option, amount);
  const goOn = (event?: { preventDefault(): void }): void => {
    event?.preventDefault();
    setTried(true);
    if (account && problem === undefined) onDone();
  };
  const needsIdentity = user?.rules.identityRequiredFor.includes('withdraw') === true;
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/assets/index' }}
      top={<Steps names={withdraw.steps.slice(0, 2)} current={0} label={withdraw.stepOf(1, 2)} />}
      actionBar={<Button onClick={goOn}>{withdraw.goOn}</Button>}
    >
      {user?.holdUntil !== undefined && <HoldNote until={user.holdUntil} />}
      <div className={styles.content}>
        {needsIdentity && (
          <IdentityFirst needed={withdraw.identityNeeded} pending={withdraw.identityPending} go={withdraw.identityGo} />
        )}
        <FormBody onSubmit={goOn}>
          <BankCurrencyField currencies={options} chosen={option} onChoose={onCurrency} />
          <SelectField
            label={t.account}
            chosen={account ? `${account.name} · …${account.number.slice(-4)}` : null}
            placeholder={t.chooseAccount}
            error={tried && account === null ? errors.blank : undefined}
            onPress={() => setChoosing(true)}
          />
          <AmountLine
            option={option}
            amount={amount}
            error={tried ? (problem ?? refused) : refused}
            onChange={onAmount}
          />
          <Callout tone="info" action={<Link to={`/pages/transfer/index?coin=${option.coin}`}>{t.transfer}</Link>}>
            {t.from}
          </Callout>
          <Facts option={option} amount={problem === undefined ? amount : ''} />
        </FormBody>
        {choosing && (
          <AccountSheet
            coin={option.coin}
            chosen={account?.id ?? null}
            onChoose={onAccount}
            onClose={() => setChoosing(false)}
          />
        )}
        <History />
      </div>
    </Page>
  );
}

/** What is wrong with the amount, in words. */
function useProblem({ coin, usable, frozen, min, max, dayLimit, dayUsed, dayLeft }: PayoutOption, amount: string) {
  const t = useTexts(withdrawTexts);
  const money = useTexts(moneyTexts);
  const errors = useTexts(formTexts);
  const problem = amountProblem(amount, { usable, min, max, dayLeft });
  const exact = (figure: string): string => `${formatAmount(trimZeros(figure, 2))} ${coin}`;
  if (problem === null) return undefined;
  const says: Readonly<Record<typeof problem, string>> = {
    blank: errors.blank,
    positive: money.positive,
    tooSmall: t.tooSmall(exact(min)),
    usable: t.overUsable(exact(usable), signOf(frozen) > 0 ? exact(frozen) : null),
    max: t.overMax(exact(max)),
    dayLeft: t.overDay(dayLeft === null ? `${formatAmount(dayLimit, 2)} − ${dayUsed} USDT` : exact(dayLeft)),
  };
  return says[problem];
}

interface AmountLineProps {
  readonly option: PayoutOption;
  readonly amount: string;
  readonly error: string | undefined;
  readonly onChange: (amount: string) => void;
}

function AmountLine({ option, amount, error, onChange }: AmountLineProps) {
  const t = useTexts(withdrawTexts);
  const { coin, usable, frozen, min, precision } = option;
  return (
    <AmountField
      label={t.amount}
      coin={coin}
      value={amount}
      places={precision}
      placeholder={`${t.least} ${formatAmount(trimZeros(min))}`}
      error={error}
      hint={`${t.usable} ${formatBalance(usable, coin)} ${coin}${
        signOf(frozen) > 0 ? ` · ${t.frozen} ${formatBalance(frozen, coin)}` : ''
      }`}
      onChange={onChange}
      onAll={() => onChange(maxAmountOf(option, precision))}
    />
  );
}
