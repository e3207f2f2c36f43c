import { calls, type Market, type RecurringBuy, rhythms } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../../api/index.ts';
import { FormBody } from '../../forms/index.ts';
import { AmountField } from '../../money/index.ts';
import { signOf } from '../../../lib/exact.ts';
import { formatBalance } from '../../../lib/format/index.ts';
import { useParameters } from '../../../lib/routing/index.ts';
import { Button, Callout, Choice, Modal, Segmented } from '../../../ui/kit/index.ts';
import { recurringTexts } from './recurring-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { CoinPair } from '../CoinPair.tsx';
import { partnerFor, startPair, type Direction } from '../coins.ts';
import styles from './RecurringForm.module.css';
import { formatHour } from './rhythm-text.ts';
import { type RecurringInput, useSaving } from './use-saving.ts';

export interface RecurringFormProps {
  readonly markets: readonly Market[];
  /** The recurring buy that is changed; null for a new one. */
  readonly edited: RecurringBuy | null;
  /** The coins to start with; without them those of the address. */
  readonly start?: Direction;
  readonly onDone: () => void;
}

interface FormRhythm {
  readonly every: RecurringBuy['every'];
  readonly hour: string;
  readonly weekday: string;
  readonly monthDay: string;
  readonly timeZone: string;
}

/** Weekly on Monday mornings, in the device's time zone, unless one is changed. */
function startRhythm(edited: RecurringBuy | null): FormRhythm {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const { every, hour, weekday, monthDay, ...rest } = edited ?? { ...blank, timeZone };
  return {
    every,
    hour: String(hour),
    weekday: String(weekday),
    monthDay: String(monthDay),
    timeZone: rest.timeZone,
  };
}

const blank = { every: 'week', hour: 9, weekday: 1, monthDay: 1 } as const;

const numbersFrom = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => String(first + index));

/** The terms of a recurring buy: coins, amount, and when. */
export function RecurringForm({ markets, edited, start, onDone }: RecurringFormProps) {
  const t = useTexts(recurringTexts);
  const query = useParameters();
  const [pair, setPair] = useState<Direction>(
    () => edited ?? start ?? startPair(markets, { from: query.get('coin'), to: query.get('to') }),
  );
  const [amount, setAmount] = useState(edited?.amount ?? '');
  const [rhythm, setRhythm] = useState(() => startRhythm(edited));
  const [asks, setAsks] = useState(false);
  const balances = useCall(calls.transfer.balances, {}, { quiet: true });
  const usable = new Map(balances.data?.coins.map(({ coin, coinAccount }) => [coin, coinAccount]));
  const free = usable.get(pair.from);
  const saving = useSaving({
    edited,
    onSaved: () => {
      setAmount('');
      onDone();
    },
  });
  const isWhole = amount !== '' && signOf(amount) > 0 && pair.to !== '';
  const input: RecurringInput = { from: pair.from, to: pair.to, amount, ...rhythm };

  function change(next: Direction): void {
    saving.forget();
    setPair(next);
    setAmount('');
  }

  return (
    <div className={styles.content}>
      <p className={styles.lead}>{t.lead}</p>
      {edited === null ? (
        <CoinPair
          markets={markets}
          usable={usable}
          pair={pair}
          onFrom={(from) => change({ from, to: partnerFor(from, from === pair.to ? pair.from : pair.to, markets) })}
          onTo={(to) => change({ ...pair, to })}
          onSwap={() => change({ from: pair.to, to: pair.from })}
        />
      ) : (
        <p className={styles.pair}>
          {edited.from} → {edited.to}
        </p>
      )}
      <FormBody
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole) setAsks(true);
        }}
      >
        <AmountField
          label={t.amount}
          coin={pair.from}
          places={free?.split('.')[1]?.length ?? 8}
          value={amount}
          hint={free === undefined ? undefined : t.usable(`${formatBalance(free, pair.from)} ${pair.from}`)}
          onChange={(typed) => {
            saving.forget();
            setAmount(typed);
          }}
        />
        <When rhythm={rhythm} onChange={(part) => setRhythm((now) => ({ ...now, ...part }))} />
        {saving.error !== undefined && <Callout tone="warn">{saving.error}</Callout>}
        <Button type="submit" wide busy={saving.busy} disabled={!isWhole}>
          {edited === null ? t.start : t.save}
        </Button>
        {edited !== null && (
          <Button variant="secondary" wide onClick={onDone}>
            {t.cancelEdit}
          </Button>
        )}
      </FormBody>
      <Modal
        open={asks}
        title={t.confirm(`${amount} ${pair.from}`, pair.to)}
        confirm={{
          label: edited === null ? t.start : t.save,
          onPress: () => {
            setAsks(false);
            saving.save(input);
          },
        }}
        cancel={{ label: t.back, onPress: () => setAsks(false) }}
      />
    </div>
  );
}

interface WhenProps {
  readonly rhythm: FormRhythm;
  readonly onChange: (part: Partial<FormRhythm>) => void;
}

/** How often, and on which day and hour. */
function When({ rhythm: { every, hour, weekday, monthDay, timeZone }, onChange }: WhenProps) {
  const t = useTexts(recurringTexts);
  return (
    <>
      <Segmented
        label={t.every}
        options={rhythms.map((value) => ({ value, label: t.rhythms[value] }))}
        value={every}
        onChange={(chosen) => onChange({ every: chosen })}
      />
      <div className={styles.when}>
        {every === 'week' && (
          <Choice
            label={t.weekday}
            className={styles.choice}
            options={numbersFrom(1, 7).map((value) => ({ value, label: t.weekdays[Number(value) - 1] ?? value }))}
            value={weekday}
            onChange={(chosen) => onChange({ weekday: chosen })}
          />
        )}
        {every === 'month' && (
          <Choice
            label={t.monthDay}
            className={styles.choice}
            options={numbersFrom(1, 28).map((value) => ({ value, label: t.monthDays(Number(value)) }))}
            value={monthDay}
            onChange={(chosen) => onChange({ monthDay: chosen })}
          />
        )}
        <Choice
          label={t.hour}
          className={styles.choice}
          options={numbersFrom(0, 24).map((value) => ({ value, label: formatHour(Number(value)) }))}
          value={hour}
          onChange={(chosen) => onChange({ hour: chosen })}
        />
        <span className={styles.zone}>{t.zone(timeZone)}</span>
      </div>
    </>
  );
}
