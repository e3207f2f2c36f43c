import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classes, Icon, type IconName } from '@fft/kit';
import { FieldFrame } from './FieldFrame.tsx';
import styles from './Field.module.css';

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'prefix'> {
  readonly label: string;
  /** The error text; the border turns red and screen readers announce it. */
  readonly error?: string | undefined;
  readonly hint?: ReactNode;
  /** At the label's end, for example a link. */
  readonly aside?: ReactNode;
  readonly icon?: IconName;
  /** In the box after the text: a unit, a button. */
  readonly suffix?: ReactNode;
  /** Shows a clear button at the end while there is text. `label` is its name for screen readers. */
  readonly clear?: { readonly label: string; readonly onClear: () => void } | undefined;
  /** Shows the label to screen readers only. */
  readonly hideLabel?: boolean;
  readonly ref?: Ref<HTMLInputElement>;
}

/** A labelled text input. Its text is 16 px, so that phones don't zoom in. */
export function Field(props: FieldProps) {
  const { label, error, hint, aside, icon, suffix, clear, hideLabel, ref, className, ...input } = props;
  const id = useId();
  const inputId = input.id ?? id;
  const says = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <FieldFrame {...{ id, inputId, label, error, hint, aside, hideLabel, className }}>
      <div className={classes(styles.box, error && styles.wrong, input.readOnly && styles.fixed)}>
        {icon && <Icon name={icon} size={20} className={styles.icon} />}
        <input
          {...input}
          ref={ref}
          id={inputId}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={says}
        />
        {clear && input.value ? (
          <button type="button" className={styles.inside} aria-label={clear.label} onClick={clear.onClear}>
            <Icon name="close" size={16} />
          </button>
        ) : null}
        {suffix && <span className={styles.suffix}>{suffix}</span>}
      </div>
    </FieldFrame>
  );
}
