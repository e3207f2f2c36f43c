import { type ReactNode, useState } from 'react';
import { Field } from '../../ui/kit/index.ts';
import { isUnclear, isUnreadable, readTyped } from '../../lib/format/typed-number.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './AmountField.module.css';

export interface AmountFieldProps {
  readonly label: string;
  readonly coin: string;
  /** Plain decimal, or empty. */
  readonly value: string;
  /** The most places it may have. */
  readonly places: number;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly placeholder?: string;
  /** A blank has a meaning: text that can't be read is passed on as typed, so that it isn't taken for one. */
  readonly isOptional?: boolean;
  readonly onChange: (amount: string) => void;
  /** Fills in the whole balance. */
  readonly onAll?: () => void;
}

/** An amount of a coin. Accepts a decimal comma and the coin's name; cuts extra decimal places. Text that is no number stays, and counts as a blank. */
export function AmountField(props: AmountFieldProps) {
  const { label, coin, value, places, error, hint, placeholder = '0.00', isOptional = false, onChange, onAll } = props;
  const t = useTexts(moneyTexts);
  const [draft, setDraft] = useState('');
  const read = (text: string): string =>
    isOptional && isUnreadable(text, coin) ? text : (readTyped(text, places, coin) ?? '');
  // The typed text stays as long as it means the same amount.
  const shown = read(draft) === value ? draft : value;
  const wrong = isUnclear(shown, coin) ? t.unclear : isUnreadable(shown, coin) ? t.noNumber(coin) : undefined;
  return (
    <Field
      label={label}
      error={wrong ?? error}
      hint={hint}
      placeholder={placeholder}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        setDraft(event.target.value);
        onChange(read(event.target.value));
      }}
      suffix={
        <span className={styles.suffix}>
          {coin}
          {onAll && (
            <button type="button" className={styles.all} onClick={onAll}>
              {t.all}
            </button>
          )}
        </span>
      }
    />
  );
}
