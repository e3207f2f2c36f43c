import { Switch as Headless } from '@base-ui/react/switch';
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
    <Headless.Root
      className={styles.switch}
      checked={checked}
      onCheckedChange={onChange}
      aria-label={label}
      {...(disabled !== undefined && { disabled })}
    >
      <Headless.Thumb className={styles.thumb} />
    </Headless.Root>
  );
}
