import { setLang, useLang, useTexts } from '@fft/kit';
import type { ReactNode } from 'react';
import { Button } from '../../ui/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import styles from './LoginPage.module.css';

/** What stands before the console: a card in the middle, and the other language below it. */
export function Door({ children }: { readonly children: ReactNode }) {
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
