import { useState } from 'react';
import { FormBody } from '../../features/forms/index.ts';
import { formatAmount, formatBalance } from '../../lib/format/index.ts';
import { Button, Callout, SelectField, Steps } from '../../ui/kit/index.ts';
import { signOf, trimZeros } from '../../lib/exact.ts';
import { AmountField, type LiftCoin, PairFields } from '../../features/money/index.ts';
import { useUser } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { withdrawPauseTexts } from './withdraw-pause-texts.ts';
import { BankRows } from '../../features/money/BankRows.tsx';
import { HoldNote } from '../../features/money/HoldNote.tsx';
import { AddressSheet } from './AddressSheet.tsx';
import { History } from './History.tsx';
import {
  type AmountProblem,
  amountProblem,
  arrivesOf,
  dayLeft,
  type Limits,
  maxAmountOf,
} from '../../features/money/withdraw-amount.ts';
import styles from './Withdraw.module.css';
import type { Draft, Plan } from './plan.ts';
import type { User } from '@fft/contract';
import { Link } from '../../lib/routing/index.ts';

export interface DetailsStepProps {
  readonly coins: readonly LiftCoin[];
  readonly draft: Draft;
  readonly onDone: (plan: Plan) => void;
}

/** Chooses coin, network, address and amount. */
export function DetailsStep({ coins, draft, onDone }: DetailsStepProps) {
  const t = useTexts(withdrawTexts);
  const pause = useTexts(withdrawPauseTexts);
  const { data: user } = useUser();
  const details = useDetails(draft, onDone);
  return (
    <Page
      title={t.title}
      back={{ fallback: '/pages/assets/index' }}
      top={<Steps names={t.steps} current={0} label={t.stepOf(1, t.steps.length)} />}
      actionBar={<Button onClick={details.goOn}>{t.goOn}</Button>}
    >
      {user?.holdUntil !== undefined && <HoldNote until={user.holdUntil} />}
      <BankRows ways={['out']} />
      <div className={styles.content}>
        {user && <IdentityNote user={user} />}
        <FormBody onSubmit={details.goOn}>
          <PairFields
            coins={coins}
            pair={draft.pair}
            onChange={() => {
              draft.setAddress(null);
              draft.setAmount('');
            }}
          />
          {draft.pair.chain?.paused === true && (
            <Callout tone="warn" title={pause.title(draft.pair.chain.name)}>
              {pause.text}
            </Callout>
          )}
          <AddressLine draft={draft} error={details.addressError} />
          <AmountLine draft={draft} error={details.amountError ?? draft.refused} />
          <Facts draft={draft} />
        </FormBody>
      </div>
      <History />
    </Page>
  );
}

/** The problem of the draft's amount, or null. */
function problemOf({ pair: { coin, chain }, amount }: Draft): AmountProblem | null {
  return coin && chain ? amountProblem(amount, limitsOf(coin, chain)) : 'blank';
}

function limitsOf({ usable, dayLeft }: LiftCoin, { min, max }: LiftCoin['chains'][number]): Limits {
  return { usable, min, max, dayLeft };
}

function useDetails(draft: Draft, onDone: (plan: Plan) => void) {
  const t = useTexts(withdrawTexts);
  const money = useTexts(moneyTexts);
  const errors = useTexts(formTexts);
  const [tried, setTried] = useState(false);
  const { pair, address, amount } = draft;
  const { coin, chain } = pair;
  const problem = problemOf(draft);
  const exact = (figure: string): string => `${formatAmount(trimZeros(figure))} ${coin?.coin ?? ''}`;
  const frozen = coin?.frozen ?? '0';

  const says: Readonly<Record<NonNullable<typeof problem>, string>> = {
    blank: errors.blank,
    positive: money.positive,
    tooSmall: t.tooSmall(exact(chain?.min ?? '0')),
    usable: t.overUsable(exact(coin?.usable ?? '0'), signOf(frozen) > 0 ? exact(frozen) : null),
    max: t.overMax(exact(chain?.max ?? '0')),
    dayLeft: t.overDay(`${formatAmount(coin ? dayLeft(coin.dayLimit, coin.dayUsed) : null, 2)} USDT`),
  };

  return {
    addressError: tried && address === null ? errors.blank : undefined,
    amountError: tried && problem !== null ? says[problem] : undefined,
    goOn: (event?: { preventDefault(): void }) => {
      event?.preventDefault();
      setTried(true);
      if (coin && chain && chain.paused !== true && address && problem === null)
        onDone({ coin, chain, address, amount });
    },
  };
}

function AddressLine({ draft, error }: { readonly draft: Draft; readonly error: string | undefined }) {
  const t = useTexts(withdrawTexts);
  const [choosing, setChoosing] = useState(false);
  const { pair, address, setAddress } = draft;
  const { coin, chain } = pair;
  if (!coin || !chain) return null;
  return (
    <>
      <SelectField
        label={t.address}
        chosen={address ? `${address.name} · ${address.address.slice(0, 6)}…${address.address.slice(-6)}` : null}
        placeholder={t.chooseAddress}
        error={error}
        onPress={() => setChoosing(true)}
      />
      {choosing && (
        <AddressSheet
          coin={coin.coin}
          chain={chain.chain}
          chosen={address?.id ?? null}
          onChoose={setAddress}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
}

function AmountLine({ draft, error }: { readonly draft: Draft; readonly error: string | undefined }) {
  const t = useTexts(withdrawTexts);
  const { pair, amount, setAmount } = draft;
  const { coin, chain } = pair;
  if (!coin || !chain) return null;
  return (
    <AmountField
      label={t.amount}
      coin={coin.coin}
      value={amount}
      places={chain.precision}
      placeholder={`${t.least} ${formatAmount(trimZeros(chain.min))}`}
      error={error}
      hint={`${t.usable} ${formatBalance(coin.usable, coin.coin)} ${coin.coin}${
        signOf(coin.frozen) > 0 ? ` · ${t.frozen} ${formatBalance(coin.frozen, coin.coin)}` : ''
      }`}
      onChange={setAmount}
      onAll={() => setAmount(maxAmountOf(limitsOf(coin, chain), chain.precision))}
    />
  );
}

function Facts({ draft }: { readonly draft: Draft }) {
  const t = useTexts(withdrawTexts);
  const { coin, chain } = draft.pair;
  if (!coin || !chain) return null;
  // Never what can't be withdrawn.
  const arrives = problemOf(draft) === null ? arrivesOf(draft.amount, chain.fee) : null;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t.networkFee}</dt>
        <dd>
          {formatAmount(trimZeros(chain.fee, 2))} {coin.coin}
        </dd>
      </div>
      <div>
        <dt>{t.dayLeft}</dt>
        <dd>{formatAmount(dayLeft(coin.dayLimit, coin.dayUsed), 2)} USDT</dd>
      </div>
      <div className={styles.main}>
        <dt>{t.arrives}</dt>
        <dd>
          {formatAmount(arrives === null ? null : trimZeros(arrives, 2))} {coin.coin}
        </dd>
      </div>
    </dl>
  );
}

/** Says before anything is filled in that withdrawals need a verified identity, if the exchange's rules require one. */
function IdentityNote({ user: { identity, rules } }: { readonly user: User }) {
  const t = useTexts(withdrawTexts);
  if (identity.state === 'passed' || !rules.identityRequiredFor.includes('withdraw')) return null;
  if (identity.state === 'pending') {
    return (
      <Callout tone="warn" icon="clock">
        {t.identityPending}
      </Callout>
    );
  }
  return (
    <Callout tone="warn" icon="identity" action={<Link to="/pages/user/idauth">{t.identityGo}</Link>}>
      {t.identityNeeded}
    </Callout>
  );
}
