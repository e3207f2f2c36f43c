import { classes, Icon } from '@fft/kit';
import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react';
import styles from './Field.module.css';

interface Frame {
  readonly label: string;
  /** Shown below the input and announced by screen readers. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** Hides the label from sight; screen readers still read it. */
  readonly labelHidden?: boolean | undefined;
  readonly className?: string | undefined;
}

interface FrameProps extends Frame {
  readonly id: string;
  readonly children: ReactNode;
}

function FieldFrame({ id, label, error, hint, labelHidden, className, children }: FrameProps) {
  return (
    <div className={classes(styles.field, className)}>
      <label className={labelHidden ? styles.hidden : styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {error ? (
        <p id={`${id}-description`} className={styles.error} role="alert">
          <Icon name="warning" size={14} />
          {error}
        </p>
      ) : hint ? (
        <p id={`${id}-description`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}

const describe = (id: string, { error, hint }: Frame) => ({
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': error || hint ? `${id}-description` : undefined,
});

export interface FieldProps extends Frame, Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'prefix'> {
  /** A unit behind the input. */
  readonly suffix?: string;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled text input. */
export function Field({ label, error, hint, className, suffix, ref, ...input }: FieldProps) {
  const id = useId();
  const frame = { label, error, hint, className };
  return (
    <FieldFrame id={id} {...frame}>
      <span className={styles.box}>
        <input {...input} ref={ref} id={id} className={styles.input} {...describe(id, frame)} />
        {suffix && <span className={styles.suffix}>{suffix}</span>}
      </span>
    </FieldFrame>
  );
}

export interface TextAreaProps extends Frame, Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {}

/** A labelled multi-line input. */
export function TextArea({ label, error, hint, className, ...input }: TextAreaProps) {
  const id = useId();
  const frame = { label, error, hint, className };
  return (
    <FieldFrame id={id} {...frame}>
      <textarea {...input} id={id} className={classes(styles.input, styles.area)} {...describe(id, frame)} />
    </FieldFrame>
  );
}

export interface SelectProps<Value extends string> extends Frame {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
}

/** A labelled drop-down. */
export function Select<Value extends string>({
  label,
  error,
  hint,
  labelHidden,
  className,
  value,
  onChange,
  options,
}: SelectProps<Value>) {
  const id = useId();
  const frame = { label, error, hint, labelHidden, className };
  return (
    <FieldFrame id={id} {...frame}>
      <span className={styles.box}>
        <select
          id={id}
          value={value}
          className={classes(styles.input, styles.select)}
          onChange={(event) => onChange(event.target.value as Value)}
          {...describe(id, frame)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron-down" size={16} className={styles.arrow} />
      </span>
    </FieldFrame>
  );
}
