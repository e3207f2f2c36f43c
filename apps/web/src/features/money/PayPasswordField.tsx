import { useTexts } from '../../i18n/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { Link } from '../../lib/routing/index.ts';
import { CodeField } from '../../ui/kit/index.ts';
import type { CallForm } from '../forms/index.ts';
import styles from './PayPasswordField.module.css';

export interface PayPasswordFieldProps {
  readonly form: Pick<CallForm<{ readonly payPassword: string }>, 'field' | 'set'>;
}

/** The transaction password, with a way out for those who forgot it. */
export function PayPasswordField({ form }: PayPasswordFieldProps) {
  const t = useTexts(moneyTexts);
  const { name, value, error } = form.field('payPassword');
  return (
    <CodeField
      label={t.payPassword}
      secret
      name={name}
      value={value}
      error={error}
      onChange={(digits) => form.set('payPassword', digits)}
      aside={
        <Link to="/pages/user/setJpass" className={styles.aside}>
          {t.forgotPayPassword}
        </Link>
      }
    />
  );
}
