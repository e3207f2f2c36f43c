import { useId, type ReactNode } from 'react';
import { classes, Icon, type IconName } from '@fft/kit';
import { FieldFrame } from './FieldFrame.tsx';
import styles from './SelectField.module.css';

export interface SelectFieldProps {
  readonly label: string;
  /** The chosen value in words; null shows the placeholder. */
  readonly chosen: string | null;
  readonly placeholder: string;
  readonly onPress: () => void;
  readonly error?: string | undefined;
  readonly hint?: string;
  readonly icon?: IconName;
  /** Shown before the chosen value in place of an icon. */
  readonly mark?: ReactNode;
}

/** A field whose value is chosen in a sheet. */
export function SelectField({ label, chosen, placeholder, onPress, error, hint, icon, mark }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} inputId={id} label={label} error={error} hint={hint}>
      <button
        type="button"
        id={id}
        className={classes(styles.box, error !== undefined && styles.wrong, chosen === null && styles.empty)}
        aria-haspopup="dialog"
        data-invalid={error !== undefined ? true : undefined}
        aria-describedby={error !== undefined ? `${id}-error` : hint !== undefined ? `${id}-hint` : undefined}
        aria-label={`${label}: ${chosen ?? placeholder}`}
        onClick={onPress}
      >
        {icon && <Icon name={icon} size={20} className={styles.icon} />}
        {mark}
        <span className={styles.value}>{chosen ?? placeholder}</span>
        <Icon name="chevron-down" size={18} className={styles.icon} />
      </button>
    </FieldFrame>
  );
}
