import { QrCode, useTexts } from '@fft/kit';
import { enrolTexts } from '../../i18n/enrol.ts';
import styles from '../login/LoginPage.module.css';

/** What the authenticator app scans, and the same to be typed. */
export function AppSecret({ secret, uri }: { readonly secret: string; readonly uri: string }) {
  const t = useTexts(enrolTexts);
  return (
    <div className={styles.app}>
      <QrCode text={uri} label={t.qr} size={160} />
      <p className={styles.secret}>
        <span>{t.secret}</span>
        <code data-testid="secret">{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
    </div>
  );
}
