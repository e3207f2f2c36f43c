import type { WalletAddress } from '@fft/contract';
import { useState } from 'react';
import { type LiftCoin, type Pair, usePair } from '../../features/money/index.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { forgetKept, useKept } from '../../features/session/index.ts';
import { ConfirmStep } from './ConfirmStep.tsx';
import { DetailsStep } from './DetailsStep.tsx';

/** What is to be withdrawn, once it is filled in. */
export interface Plan {
  readonly coin: LiftCoin;
  readonly chain: LiftCoin['chains'][number];
  readonly address: WalletAddress;
  readonly amount: string;
}

/** What is filled in so far. */
export interface Draft {
  readonly pair: Pair;
  readonly address: WalletAddress | null;
  readonly amount: string;
  /** What the server found wrong with the amount. */
  readonly refused: string | undefined;
  readonly setAddress: (address: WalletAddress | null) => void;
  readonly setAmount: (amount: string) => void;
}

/** Details first, then a summary that is confirmed. Going back keeps what was filled in, and so does a reload. */
export function WithdrawFlow({ coins }: { readonly coins: readonly LiftCoin[] }) {
  const query = useParameters();
  const keptAs = `withdraw?${query.toString()}`;
  const pair = usePair(coins, { coin: query.get('coin'), chain: query.get('chain'), keptAs });
  const [address, setAddress] = useKept<WalletAddress | null>(`${keptAs}:address`, (kept) => kept);
  const [amount, setAmount] = useKept<string>(`${keptAs}:amount`, (kept) => kept ?? '');
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
        onSent={() => forgetKept(keptAs)}
        onBack={(why) => {
          setRefused(why);
          setPlan(null);
        }}
      />
    );
  }
  return <DetailsStep coins={coins} draft={draft} onDone={setPlan} />;
}
