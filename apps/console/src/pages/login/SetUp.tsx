import { QrCode, useTexts } from '@fft/kit';
import { Field } from '../../kit/index.ts';
import { loginTexts } from '../../texts/login.ts';
import styles from './LoginPage.module.css';

export interface SetUpProps {
  readonly secret: string;
  readonly uri: string;
  readonly field: (name: 'newPassword' | 'confirm') => {
    readonly value: string;
    readonly error: string | undefined;
    readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  };
}

/** The authenticator app's code to scan, and a password of one's own. */
export function SetUp({ secret, uri, field }: SetUpProps) {
  const t = useTexts(loginTexts);
  return (
    <>
      <p className={styles.text}>{t.setUpText}</p>
      <div className={styles.app}>
        <QrCode text={uri} label={t.qr} size={160} />
        <p className={styles.secret}>
          <span>{t.secret}</span>
          <code data-testid="secret">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
        </p>
      </div>
      <Field
        label={t.newPassword}
        hint={t.newPasswordHint}
        {...field('newPassword')}
        type="password"
        autoComplete="new-password"
      />
      <Field label={t.confirmPassword} {...field('confirm')} type="password" autoComplete="new-password" />
    </>
  );
}
