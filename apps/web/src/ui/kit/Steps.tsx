import { classes, Icon } from '@fft/kit';
import styles from './Steps.module.css';

export interface StepsProps {
  readonly names: readonly string[];
  /** The current step, from 0. */
  readonly current: number;
  /** Text for screen readers: “Step 2 of 3”. */
  readonly label: string;
}

/** Progress through a few steps. */
export function Steps({ names, current, label }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={label}>
      {names.map((name, index) => (
        <li
          key={name}
          className={classes(styles.step, index < current && styles.done, index === current && styles.current)}
          aria-current={index === current ? 'step' : undefined}
        >
          <span className={styles.mark} aria-hidden="true">
            {index < current ? <Icon name="check" size={14} /> : index + 1}
          </span>
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
