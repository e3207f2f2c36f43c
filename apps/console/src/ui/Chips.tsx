import { classes } from '@fft/kit';
import styles from './Chips.module.css';

export interface ChipsProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    /** Tooltip with the full text. */
    readonly title?: string;
  }[];
}

/** A single choice among a few visible options. */
export function Chips<Value extends string>({ label, value, onChange, options }: ChipsProps<Value>) {
  return (
    <div className={styles.chips} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          title={option.title}
          aria-pressed={option.value === value}
          className={classes(styles.chip, option.value === value && styles.chosen)}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
