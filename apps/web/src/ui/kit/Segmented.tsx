import { useId } from 'react';
import { classes } from '@fft/kit';
import styles from './Segmented.module.css';

export interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

export interface SegmentedProps<Value extends string> {
  /** The group's name for screen readers. */
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Positions the group. */
  readonly className?: string | undefined;
  /** Replaces the default look: classes of the group, and of each option by its value. */
  readonly look?: { readonly group?: string | undefined; readonly option: (value: Value) => string };
}

/** Chooses one of a few, side by side: native radio buttons, each as large as its label. */
export function Segmented<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
  look,
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className={classes(look ? look.group : styles.group, className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={classes(styles.option, look ? look.option(option.value) : styles.plain)}>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
