import type { WalletAddress } from '@fft/contract';
import { useState } from 'react';
import { type LiftCoin, usePair } from '../../features/money/index.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { clearTabStorage, usePersistedState } from '../../features/session/index.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import type { Plan, Draft } from './plan.ts';

/** Details first, then a summary to confirm. Input is kept when going back and over a reload. */
export function WithdrawFlow({ coins }: { readonly coins: readonly LiftCoin[] }) {
  const query = useParameters();
  const storedAs = `withdraw?${query.toString()}`;
  const pair = usePair(coins, { coin: query.get('coin'), chain: query.get('chain'), storedAs });
  const [address, setAddress] = usePersistedState<WalletAddress | null>(`${storedAs}:address`, (kept) => kept);
  const [amount, setAmount] = usePersistedState<string>(`${storedAs}:amount`, (kept) => kept ?? '');
  const [refused, setRefused] = useState<string | undefined>();
  const [plan, setPlan] = useState<Plan | null>(null);
  const draft: Draft = {
    pair,
    address,
    amount,
    refused,
    setAddress,
    setAmount: (typed) => {
      setAmount(typed);
      setRefused(undefined);
    },
  };

  if (plan) {
    return (
      <ConfirmStep
        plan={plan}
        onSent={() => clearTabStorage(storedAs)}
        onBack={(why) => {
          setRefused(why);
          setPlan(null);
        }}
      />
    );
  }
  return <DetailsStep coins={coins} draft={draft} onDone={setPlan} />;
}
