import { NetworkError, RefusedError } from '@fft/client';
import { calls, Code, type CallOutput } from '@fft/contract';
import { useState } from 'react';
import { callApi, isOutcomeUnknown, queryClient } from '../../api/index.ts';
import { FormBody } from '../../features/forms/index.ts';
import { formatAmount, formatBalance } from '../../lib/format/index.ts';
import { Button, Modal, SelectField } from '../../ui/kit/index.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { compare, signOf, trimZeros } from '../../lib/exact.ts';
import { AmountField, CoinSheet, createRequestIds } from '../../features/money/index.ts';
import { navigate, useParameters } from '../../lib/routing/index.ts';
import { tabStorage, usePersistedState } from '../../features/session/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { transferTexts } from './transfer-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { Direction } from './Direction.tsx';
import styles from './TransferForm.module.css';
import type { Account } from './account.ts';

type Transferable = CallOutput<typeof calls.transfer.balances>['coins'][number];

export interface TransferFormProps {
  readonly coins: readonly Transferable[];
}

const usableIn = (balance: Transferable | undefined, account: Account): string =>
  (account === 'coin' ? balance?.coinAccount : balance?.fiatAccount) ?? '0';

/** Accounts, coin and amount. A retry after a lost answer moves the money once. */
export function TransferForm({ coins }: TransferFormProps) {
  const t = useTexts(transferTexts);
  const money = useTexts(moneyTexts);
  const query = useParameters();
  const wanted = query.get('coin');
  const account = query.get('from') === 'fiat' ? 'fiat' : 'coin';
  const storedAs = `transfer?${account}&${wanted ?? ''}`;
  const [from, setFrom] = usePersistedState<Account>(`${storedAs}:from`, (kept) => kept ?? account);
  const [coin, setCoin] = usePersistedState<string>(`${storedAs}:coin`, (kept) => startCoin(coins, kept ?? wanted));
  const [choosing, setChoosing] = useState(false);
  const usable = usableIn(
    coins.find((each) => each.coin === coin),
    from,
  );
  const places = usable.split('.')[1]?.length ?? 0;
  const move = useTransfer({ coin, from, usable, storedAs: `${storedAs}:amount` });

  function change(set: () => void): void {
    set();
    move.setAmount('');
  }

  return (
    <div className={styles.content}>
      <Direction from={from} onSwap={() => change(() => setFrom(from === 'coin' ? 'fiat' : 'coin'))} />
      <FormBody onSubmit={move.submit}>
        <SelectField
          label={money.coin}
          chosen={coin}
          placeholder={money.chooseCoin}
          mark={<CoinMark coin={coin} size={24} />}
          onPress={() => setChoosing(true)}
        />
        <AmountField
          label={money.amount}
          coin={coin}
          value={move.amount}
          places={places}
          error={move.error}
          hint={`${t.usable} ${formatBalance(usable, coin)} ${coin}`}
          onChange={move.setAmount}
          onAll={() => move.setAmount(trimZeros(usable))}
        />
        <p className={styles.free}>{t.free}</p>
        <Button type="submit" wide busy={move.busy}>
          {t.submit(move.amount === '' ? '' : `${formatAmount(move.amount)} ${coin}`)}
        </Button>
      </FormBody>
      {choosing && (
        <CoinSheet
          title={money.chooseCoin}
          chosen={coin}
          options={coins.map((each) => ({ coin: each.coin, figure: formatBalance(usableIn(each, from), each.coin) }))}
          onChoose={(chosen) => change(() => setCoin(chosen ?? coin))}
          onClose={() => setChoosing(false)}
        />
      )}
      {move.moved !== null && (
        <Moved
          amount={`${formatAmount(move.moved.amount)} ${move.moved.coin}`}
          from={move.moved.from}
          onClose={move.forget}
        />
      )}
    </div>
  );
}

/** The coin in the address, otherwise the first coin with a balance. */
function startCoin(coins: readonly Transferable[], wanted: string | null): string {
  const known = coins.find(({ coin }) => coin === wanted);
  const held = coins.find(({ coinAccount }) => signOf(coinAccount) > 0);
  return (known ?? held ?? coins.find(({ coin }) => coin === 'USDT') ?? coins[0])?.coin ?? 'USDT';
}

interface Moving {
  readonly coin: string;
  readonly from: Account;
  readonly amount: string;
}

interface Move {
  readonly coin: string;
  readonly from: Account;
  readonly usable: string;
  /** Storage name under which the amount is kept over a reload. */
  readonly storedAs: string;
}

function useTransfer({ coin, from, usable, storedAs }: Move) {
  const errors = useTexts(formTexts);
  const money = useTexts(moneyTexts);
  const [requestIds] = useState(() => createRequestIds(tabStorage('unanswered-transfer', { forGood: true })));
  const [amount, setAmount] = usePersistedState<string>(storedAs, (kept) => kept ?? '');
  const [error, setError] = useState<string | undefined>();
  const [busy, setBusy] = useState(false);
  const [moved, setMoved] = useState<Moving | null>(null);

  function wrongWith(typed: string): string | undefined {
    if (typed === '') return errors.blank;
    if (signOf(typed) === 0) return money.positive;
    return compare(typed, usable) > 0 ? money.tooMuch : undefined;
  }

  async function send(): Promise<void> {
    const input = { coin, from, to: from === 'coin' ? 'fiat' : 'coin', amount } as const;
    setBusy(true);
    try {
      const requestId = requestIds.idFor(JSON.stringify(input));
      await callApi(
        calls.transfer.submit,
        { requestId, ...input },
        { handles: [Code.badRequest, Code.insufficientBalance] },
      );
      requestIds.done();
      setMoved(input);
      setAmount('');
    } catch (failure) {
      // A refusal is final for this id: once the balance suffices, the same transfer needs another id.
      if (!isOutcomeUnknown(failure)) requestIds.done();
      if (failure instanceof RefusedError) setError(failure.fields['amount'] ?? failure.message);
      else if (failure instanceof NetworkError) setError(money.unknownOutcome);
      else throw failure;
    } finally {
      setBusy(false);
      void queryClient.invalidateQueries({ queryKey: [calls.transfer.balances.path] });
    }
  }

  return {
    amount,
    error,
    busy,
    moved,
    forget: () => setMoved(null),
    setAmount: (typed: string) => {
      setAmount(typed);
      setError(undefined);
    },
    submit: (event: { preventDefault(): void }) => {
      event.preventDefault();
      const wrong = wrongWith(amount);
      setError(wrong);
      if (wrong === undefined && !busy) void send();
    },
  };
}

interface MovedProps {
  readonly amount: string;
  readonly from: Account;
  readonly onClose: () => void;
}

function Moved({ amount, from, onClose }: MovedProps) {
  const t = useTexts(transferTexts);
  const statement = from === 'coin' ? '/pages/assets/encybill' : '/pages/assets/coinbill';
  return (
    <Modal
      open
      icon="check"
      title={t.doneTitle}
      message={t.done(amount, from === 'coin' ? 'fiat' : 'coin')}
      confirm={{ label: t.ok, onPress: onClose }}
      cancel={{ label: t.statement, onPress: () => navigate(statement) }}
    />
  );
}
