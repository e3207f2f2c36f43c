import { type FocusEvent, type KeyboardEvent, type Ref, useId } from 'react';
import { classes, Icon } from '@fft/kit';
import styles from './Stepper.module.css';

export interface StepperProps {
  /** Shown above the value, inside the box: “Price (USDT)”. */
  readonly label: string;
  /** As typed; the parent interprets it. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Adds − and + at the sides, and lets the arrow keys step. */
  readonly onStep?: ((direction: 1 | -1) => void) | undefined;
  readonly stepLabels?: { readonly less: string; readonly more: string } | undefined;
  readonly error?: string | undefined;
  readonly placeholder?: string | undefined;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly onFocus?: (event: FocusEvent<HTMLInputElement>) => void;
  readonly onBlur?: (event: FocusEvent<HTMLInputElement>) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A number between − and +, with its label above it in the same box. */
export function Stepper(props: StepperProps) {
  const { label, value, onChange, onStep, stepLabels, error, ref, ...input } = props;
  const id = useId();

  function step(event: KeyboardEvent): void {
    if (!onStep || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onStep(event.key === 'ArrowUp' ? 1 : -1);
  }

  return (
    <div>
      <div className={classes(styles.box, error && styles.wrong, (input.disabled || input.readOnly) && styles.fixed)}>
        {onStep && (
          <button
            type="button"
            className={styles.less}
            aria-label={stepLabels?.less ?? `− ${label}`}
            onClick={() => onStep(-1)}
            disabled={input.disabled}
          >
            <Icon name="minus" size={16} />
          </button>
        )}
        <div className={styles.middle}>
          <label className={styles.label} htmlFor={id}>
            {label}
          </label>
          <input
            {...input}
            ref={ref}
            id={id}
            className={styles.input}
            value={value}
            onChange={(event) => onChange(event.target.value)}
            onKeyDown={step}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
          />
        </div>
        {onStep && (
          <button
            type="button"
            className={styles.more}
            aria-label={stepLabels?.more ?? `+ ${label}`}
            onClick={() => onStep(1)}
            disabled={input.disabled}
          >
            <Icon name="plus" size={16} />
          </button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
