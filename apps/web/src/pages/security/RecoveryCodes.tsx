import { copyText } from '../../ui/clipboard/index.ts';
import { config } from '../../brand.ts';
import { Button, Callout } from '../../ui/kit/index.ts';
import { saveText } from '../../lib/files/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { securityTexts } from './security-texts.ts';
import styles from './Totp.module.css';

export interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shows the recovery codes once, to copy or to save as a file. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const t = useTexts(securityTexts);
  const text = codes.join('\n');
  const copy = (): void => void copyText(text);
  return (
    <div className={styles.recovery}>
      <Callout tone="warn">{t.recoveryAbout}</Callout>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code} data-testid="recovery-code">
            {code}
          </li>
        ))}
      </ul>
      <div className={styles.pair}>
        <Button variant="secondary" icon="copy" onClick={copy}>
          {t.copy}
        </Button>
        <Button variant="secondary" icon="download" onClick={() => saveText(`${config.name}-recovery-codes.txt`, text)}>
          {t.download}
        </Button>
      </div>
      <Button wide onClick={onDone}>
        {t.recoverySaved}
      </Button>
    </div>
  );
}
