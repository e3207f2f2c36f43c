import { NetworkError, RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { useRef, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { formatAmount } from '../../lib/format/index.ts';
import { Button, Choice, Field, Sheet, toast } from '../../ui/kit/index.ts';
import { useHoldings } from '../live/index.ts';
import { CoinMark } from '../market-data/index.ts';
import { isDecimal, signOf, trimZeros } from '../../lib/exact.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import { isUnclear, isUnreadable, readTyped } from '../../lib/format/typed-number.ts';
import styles from './FaucetSheet.module.css';

export interface FaucetSheetProps {
  readonly open: boolean;
  /** The coin that it starts with. */
  readonly coin: string;
  readonly onClose: () => void;
}

/** More places than any coin has. */
const maxPlaces = 8;

/** Gives out demo coins. A retry after a lost answer gives them once. */
export function FaucetSheet({ open, coin: first, onClose }: FaucetSheetProps) {
  const t = useTexts(assetsTexts);
  const words = useTexts(moneyTexts);
  const held = useHoldings()?.value?.accounts.coin ?? [];
  const [coin, setCoin] = useState(first);
  const [amount, setAmount] = useState('');
  const [draft, setDraft] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const request = useRef<{ readonly id: string; readonly coin: string; readonly amount: string } | null>(null);

  async function receive(): Promise<void> {
    if (busy) return;
    if (amount === '') return setError(t.blank);
    if (!isDecimal(amount) || signOf(amount) === 0) return setError(t.positive);
    if (request.current?.coin !== coin || request.current.amount !== amount) {
      request.current = { id: crypto.randomUUID(), coin, amount };
    }
    setBusy(true);
    try {
      const input = { requestId: request.current.id, coin, amount };
      const got = await callApi(calls.demo.faucet, input, { handles: [Code.badRequest, Code.amountOutOfRange] });
      request.current = null;
      const said = got.onItsWay ? t.sent : t.received;
      toast(`${said(formatAmount(trimZeros(got.amount)), got.coin)} · ${t.left(formatAmount(got.left, 2))}`);
      setAmount('');
      onClose();
    } catch (failure) {
      setError(failureText(failure, t));
    } finally {
      setBusy(false);
    }
    return undefined;
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t.faucetTitle}
      description={t.faucetText}
      footer={
        <Button busy={busy} onClick={() => void receive()}>
          {amount === '' ? t.receiveBlank : t.receiveCoins(amount, coin)}
        </Button>
      }
    >
      <div className={styles.coin}>
        <CoinMark coin={coin} size={24} />
        <Choice
          label={t.coin}
          className={styles.choice}
          options={(held.length === 0 ? [first] : held.map((balance) => balance.coin)).map((each) => ({
            value: each,
            label: each,
          }))}
          value={coin}
          onChange={setCoin}
        />
      </div>
      <Field
        label={t.amount}
        value={(readTyped(draft, maxPlaces, coin) ?? '') === amount ? draft : amount}
        onChange={(event) => {
          const text = event.target.value;
          setError(isUnclear(text, coin) ? words.unclear : isUnreadable(text, coin) ? words.noNumber(coin) : null);
          setAmount(readTyped(text, maxPlaces, coin) ?? '');
          setDraft(text);
        }}
        error={error ?? undefined}
        suffix={coin}
        inputMode="decimal"
        autoComplete="off"
      />
    </Sheet>
  );
}

function failureText(failure: unknown, t: (typeof assetsTexts)['zh']): string | null {
  if (failure instanceof NetworkError) return t.unknownOutcome;
  if (!(failure instanceof RefusedError)) throw failure;
  if (failure.code === Code.unavailable) return t.unknownOutcome;
  if (failure.code === Code.badRequest) return failure.fields['amount'] ?? failure.message;
  return failure.code === Code.amountOutOfRange ? failure.message : null;
}
