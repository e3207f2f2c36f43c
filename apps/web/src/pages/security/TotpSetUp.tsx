import { calls, Code, type CallOutput } from '@fft/contract';
import { useState } from 'react';
import { copyText } from '../../ui/clipboard/index.ts';
import { FormBody, useCallForm } from '../../features/forms/index.ts';
import { Button, CodeField, PasswordField, QrCode, toast } from '../../ui/kit/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';
import styles from './Totp.module.css';

type Begun = CallOutput<typeof calls.user.beginTotp>;

/** Asks for the password, then shows the QR code and asks for a code from the app. */
export function TotpSetUp({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [begun, setBegun] = useState<Begun | null>(null);
  return begun ? <Confirm begun={begun} onCodes={onCodes} /> : <Begin onBegun={setBegun} />;
}

function Begin({ onBegun }: { readonly onBegun: (begun: Begun) => void }) {
  const t = useTexts(securityTexts);
  const form = useCallForm({
    call: calls.user.beginTotp,
    initial: { password: '' },
    input: (values) => values,
    codeFields: { [Code.wrongCredentials]: 'password' },
    onDone: onBegun,
  });
  return (
    <FormBody onSubmit={form.submit}>
      <p className={styles.about}>{t.totpAbout}</p>
      <PasswordField {...form.field('password')} label={t.passwordFirst} autoComplete="current-password" />
      <Button type="submit" wide busy={form.busy}>
        {t.goOn}
      </Button>
    </FormBody>
  );
}

/** Groups of four, as the customer types the secret by hand. */
function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret;
}

interface ConfirmProps {
  readonly begun: Begun;
  readonly onCodes: (codes: readonly string[]) => void;
}

function Confirm({ begun, onCodes }: ConfirmProps) {
  const t = useTexts(securityTexts);
  const form = useCallForm({
    call: calls.user.confirmTotp,
    initial: { totp: '' },
    input: (values) => values,
    codeFields: { [Code.secondFactor]: 'totp' },
    onDone: ({ recoveryCodes }) => {
      toast(t.totpOn);
      onCodes(recoveryCodes);
    },
  });
  const { name, value, error } = form.field('totp');
  const copy = (): void => void copyText(begun.secret);
  return (
    <FormBody onSubmit={form.submit}>
      <p className={styles.about}>{t.totpScan}</p>
      <QrCode text={begun.uri} label={t.totpQr} className={styles.code} />
      <div className={styles.secret}>
        <div className={styles.key}>
          <p className={styles.label}>{t.totpSecret}</p>
          <p className={styles.value} data-testid="totp-secret">
            {inGroups(begun.secret)}
          </p>
        </div>
        <Button variant="secondary" size="small" icon="copy" onClick={copy}>
          {t.copy}
        </Button>
      </div>
      <CodeField
        label={t.totpCode}
        name={name}
        value={value}
        error={error}
        onChange={(code) => form.set('totp', code)}
      />
      <Button type="submit" wide busy={form.busy}>
        {t.totpConfirm}
      </Button>
    </FormBody>
  );
}
