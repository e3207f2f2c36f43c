import { classes } from '../../ui/kit/index.ts';
import { addressGroups } from './address-form.ts';
import styles from './AddressText.module.css';

export interface AddressTextProps {
  readonly address: string;
  readonly className?: string | undefined;
}

/** An address in groups of four for comparison, with emphasised ends. Copying it adds no gaps. */
export function AddressText({ address, className }: AddressTextProps) {
  return (
    <span className={classes(styles.address, className)}>
      {addressGroups(address).map(({ at, text, loud }) => (
        <span key={at} className={classes(styles.group, loud && styles.loud)}>
          {text}
        </span>
      ))}
    </span>
  );
}
