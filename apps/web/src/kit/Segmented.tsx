import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { classes } from './classes.ts';
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
  readonly className?: string | undefined;
}

/** One of a few, side by side. */
export function Segmented<Value extends string>({ label, options, value, onChange, className }: SegmentedProps<Value>) {
  return (
    <RadioGroup
      className={classes(styles.group, className)}
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next)}
    >
      {options.map((option) => (
        <Radio.Root key={option.value} value={option.value} className={styles.option} aria-label={option.label}>
          {option.label}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
