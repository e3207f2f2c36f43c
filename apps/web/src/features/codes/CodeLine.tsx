import { demoMailboxPath, useDemo } from '../demo/index.ts';
import { CodeField, toast } from '../../ui/kit/index.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './CodeLine.module.css';
import { type AskForCode, useSendCode } from './use-send-code.ts';

export interface CodeLineProps {
  readonly label: string;
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (code: string) => void;
  /** Purpose of the code: its countdown is stored under this name. */
  readonly purpose: string;
  readonly ask: AskForCode;
  /** The account's own address, masked, if the code goes there. */
  readonly own?: string | null | undefined;
  /** Message shown once the code was sent. */
  readonly sent: string;
}

/** Field for the six digits of an e-mailed or texted code, with a button to send it. */
export function CodeLine({ purpose, ask, own, sent, ...field }: CodeLineProps) {
  const t = useTexts(codeTexts);
  const isDemo = useDemo();
  const { seconds, sentTo, busy, send } = useSendCode(purpose, ask, own ?? '');
  const where = sentTo !== '' ? t.sentTo(sentTo) : own ? t.goesTo(own) : null;

  async function sendNow(): Promise<void> {
    if (await send()) toast(sent);
  }

  return (
    <CodeField
      {...field}
      aside={
        <button type="button" className={styles.send} disabled={seconds > 0 || busy} onClick={() => void sendNow()}>
          {seconds > 0 ? t.resendIn(seconds) : t.sendCode}
        </button>
      }
      hint={
        (where !== null || isDemo) && (
          <>
            {where !== null && <span className={styles.hint}>{where}</span>}
            {isDemo && (
              <span className={styles.hint}>
                {t.demoMail}{' '}
                <a href={demoMailboxPath} target="_blank" rel="noopener noreferrer">
                  {t.demoMailLink}
                </a>
              </span>
            )}
          </>
        )
      }
    />
  );
}
