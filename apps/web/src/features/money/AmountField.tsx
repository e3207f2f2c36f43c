import { type ReactNode, useState } from 'react';
import { Field } from '../../ui/kit/index.ts';
import { isUnclear, readTyped } from '../../lib/format/typed-number.ts';
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
  readonly onChange: (amount: string) => void;
  /** Fills in the whole balance. */
  readonly onAll?: () => void;
}

/** An amount of a coin. Accepts a decimal comma; cuts extra decimal places. */
export function AmountField(props: AmountFieldProps) {
  const { label, coin, value, places, error, hint, placeholder = '0.00', onChange, onAll } = props;
  const t = useTexts(moneyTexts);
  const [draft, setDraft] = useState('');
  return (
    <Field
      label={label}
      error={value === '' && isUnclear(draft) ? t.unclear : error}
      hint={hint}
      placeholder={placeholder}
      inputMode="decimal"
      autoComplete="off"
      // The typed text stays as long as it means the same amount.
      value={readTyped(draft, places) === value ? draft : value}
      onChange={(event) => {
        const read = readTyped(event.target.value, places);
        if (read === null) return;
        setDraft(event.target.value);
        onChange(read);
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
