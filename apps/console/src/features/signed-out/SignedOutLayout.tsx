import { setLang, useLang, useTexts } from '@fft/kit';
import type { ReactNode } from 'react';
import { Button } from '../../ui/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import styles from './SignedOut.module.css';

/** Layout of the pages outside a session: a centred card with a language switch below. */
export function SignedOutLayout({ children }: { readonly children: ReactNode }) {
  const t = useTexts(shellTexts);
  const lang = useLang();
  return (
    <main className={styles.page}>
      {children}
      <Button variant="link" icon="globe" onClick={() => setLang(lang === 'zh' ? 'en' : 'zh')}>
        {t.switchLanguage}
      </Button>
    </main>
  );
}
