import { classes } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { passwordTexts } from '../../i18n/passwords.ts';
import { passwordStrength } from './password-strength.ts';
import styles from './StrengthMeter.module.css';

/** Four bars and a word for the strength of a password. */
export function StrengthMeter({ password }: { readonly password: string }) {
  const t = useTexts(passwordTexts);
  const strength = passwordStrength(password);
  return (
    <span className={styles.meter}>
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <span key={bar} className={classes(styles.bar, bar <= Math.max(1, strength) && styles[`level${strength}`])} />
        ))}
      </span>
      <span role="status" aria-label={`${t.strengthLabel}: ${t.strength[strength]}`}>
        {t.strength[strength]}
      </span>
    </span>
  );
}
