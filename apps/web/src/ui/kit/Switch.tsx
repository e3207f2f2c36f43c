import styles from './Switch.module.css';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Name for screen readers; the row around it shows the visible text. */
  readonly label: string;
  readonly disabled?: boolean;
}

/** Turns a setting on or off, effective immediately. */
export function Switch({ checked, onChange, label, disabled }: SwitchProps) {
  return (
    <span className={styles.switch}>
      <input
        className={styles.input}
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-label={label}
        {...(disabled !== undefined && { disabled })}
      />
      <span className={styles.thumb} />
    </span>
  );
}
