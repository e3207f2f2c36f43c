import { consoleCalls } from '@fft/console-contract';
import { toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay } from '../../api/index.ts';
import { Button } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import { Article, noWords } from './Article.tsx';
import styles from './Content.module.css';

/** Editor of the About page. */
export function About({ about }: { readonly about: { readonly textZh: string; readonly textEn: string } }) {
  const t = useTexts(contentTexts);
  const may = useMay();
  const [words, setWords] = useState({ ...noWords, ...about });
  const save = useAct(consoleCalls.content.saveAbout, {
    onDone: ({ approval }) => toast(approval === null ? t.saved : t.proposed),
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save.run({ textZh: words.textZh, textEn: words.textEn });
      }}
    >
      <p className={styles.hint}>{t.aboutText}</p>
      <Article words={words} onChange={setWords} errors={save.fields} withoutTitle />
      {may('content.change') && (
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={save.busy}>
            {t.save}
          </Button>
        </div>
      )}
    </form>
  );
}
