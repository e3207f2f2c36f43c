import styles from './Switch.module.css';

export interface SwitchProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  /** Its name for screen readers; the visible text stands in the row around it. */
  readonly label: string;
  readonly disabled?: boolean;
}

/** On or off, at once. */
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
