import { QrCode, useTexts } from '@fft/kit';
import { enrolTexts } from '../../i18n/enrol.ts';
import styles from '../../features/signed-out/SignedOut.module.css';

/** The secret for the authenticator app, as a QR code and as text. */
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
