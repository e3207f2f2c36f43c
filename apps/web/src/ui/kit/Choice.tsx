import { classes, Icon } from '@fft/kit';
import styles from './Choice.module.css';
import type { Option } from './Segmented.tsx';

export interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `box` has a frame; `bare` is text at the end of a line. */
  readonly look?: 'box' | 'small' | 'bare';
  readonly className?: string | undefined;
}

/** Chooses one of several with the browser's own select. */
export function Choice<Value extends string>({
  label,
  options,
  value,
  onChange,
  look = 'box',
  className,
}: ChoiceProps<Value>) {
  return (
    <span className={classes(styles.choice, styles[look], className)}>
      <select
        className={styles.select}
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value);
          if (chosen) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size={14} className={styles.arrow} />
    </span>
  );
}
