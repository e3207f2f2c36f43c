import { calls, type PayoutOption, type SavedBankAccount } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { useBankCurrency } from '../../features/money/use-bank-currency.ts';
import { clearTabStorage, LoggedIn, usePersistedState } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { payoutTexts } from './payouts-texts.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { Empty } from '../../ui/kit/index.ts';
import { FieldsSkeleton } from '../../ui/skeletons/index.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';

const storedAs = 'payout';

/** Withdraws from the fiat account to a saved bank account. */
export function PayoutPage() {
  return (
    <LoggedIn>
      <Payout />
    </LoggedIn>
  );
}

function Payout() {
  const t = useTexts(payoutTexts);
  const options = useCall(calls.banks.payoutOptions, {}, { quiet: true });
  if (options.data && options.data.length > 0) return <Flow options={options.data} />;
  return (
    <Page title={t.title} back={{ fallback: '/pages/assets/index' }}>
      <CallView call={options} skeleton={<FieldsSkeleton fields={3} lines={3} />}>
        {() => (
          <Empty drawing="wallet" title={t.none}>
            {t.noneText}
          </Empty>
        )}
      </CallView>
    </Page>
  );
}

/** Details first, then a summary to confirm. Input is kept when going back and over a reload. */
function Flow({ options }: { readonly options: readonly PayoutOption[] }) {
  const [option, choose] = useBankCurrency(options, useParameters().get('coin'));
  const [account, setAccount] = usePersistedState<SavedBankAccount | null>(`${storedAs}:account`, (kept) => kept);
  const [amount, setAmount] = usePersistedState<string>(`${storedAs}:amount`, (kept) => kept ?? '');
  const [refused, setRefused] = useState<string | undefined>();
  const [confirms, setConfirms] = useState(false);
  if (!option) return null;
  const own = account?.coin === option.coin ? account : null;
  if (confirms && own) {
    return (
      <ConfirmStep
        plan={{ option, account: own, amount }}
        onBack={(why) => {
          setRefused(why);
          setConfirms(false);
        }}
        onSent={() => {
          clearTabStorage(storedAs);
          setAmount('');
          setConfirms(false);
        }}
      />
    );
  }
  return (
    <DetailsStep
      options={options}
      option={option}
      account={own}
      amount={amount}
      refused={refused}
      onCurrency={(coin) => {
        choose(coin);
        setAmount('');
        setRefused(undefined);
      }}
      onAccount={setAccount}
      onAmount={(typed) => {
        setAmount(typed);
        setRefused(undefined);
      }}
      onDone={() => setConfirms(true)}
    />
  );
}
