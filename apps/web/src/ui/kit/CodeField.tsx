import { type ReactNode, type Ref, useId, useState } from 'react';
import { classes } from '@fft/kit';
import { FieldFrame } from './FieldFrame.tsx';
import styles from './CodeField.module.css';

/** Number of digits in a code sent by e-mail or phone. */
const codeLength = 6;

export interface CodeFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called once when the last digit is entered. */
  readonly onComplete?: (value: string) => void;
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  readonly aside?: ReactNode;
  readonly name?: string;
  /** Dots instead of digits, for a transaction password. */
  readonly secret?: boolean;
  readonly autoFocus?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Six boxes over one real input, so that paste, autofill and screen readers work. Other characters than digits are dropped. */
export function CodeField(props: CodeFieldProps) {
  const { label, value, onChange, onComplete, error, hint, aside, secret, ref, ...input } = props;
  const id = useId();
  const [focused, setFocused] = useState(false);

  function accept(text: string): void {
    const digits = text.replaceAll(/\D/g, '').slice(0, codeLength);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === codeLength) onComplete?.(digits);
  }

  const boxes = Array.from({ length: codeLength }, (_, index) => {
    const active = focused && index === Math.min(value.length, codeLength - 1);
    const digit = value[index];
    return (
      <span key={index} className={classes(styles.digit, active && styles.active, error && styles.wrong)}>
        {digit === undefined ? active && <span className={styles.caret} /> : secret ? '•' : digit}
      </span>
    );
  });

  return (
    <FieldFrame {...{ id, inputId: id, label, error, hint, aside }}>
      <div className={styles.code}>
        <div className={styles.boxes} aria-hidden="true">
          {boxes}
        </div>
        <input
          {...input}
          ref={ref}
          id={id}
          className={styles.input}
          type={secret ? 'password' : 'text'}
          value={value}
          onChange={(event) => accept(event.target.value)}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
          inputMode="numeric"
          autoComplete={secret ? 'off' : 'one-time-code'}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        />
      </div>
    </FieldFrame>
  );
}
