import { consoleCalls } from '@fft/console-contract';
import { SafeHtml, useTexts } from '@fft/kit';
import { useDeferredValue, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { Chips, Field, TextArea } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import styles from './Content.module.css';

export interface Words {
  readonly titleZh: string;
  readonly titleEn: string;
  readonly textZh: string;
  readonly textEn: string;
}

export const noWords: Words = { titleZh: '', titleEn: '', textZh: '', textEn: '' };

export interface ArticleProps {
  readonly words: Words;
  readonly onChange: (words: Words) => void;
  readonly errors: Readonly<Record<string, string>>;
  /** The About page has no title. */
  readonly withoutTitle?: boolean;
}

const languages = ['zh', 'en'] as const;
const keys = {
  zh: { title: 'titleZh', text: 'textZh' },
  en: { title: 'titleEn', text: 'textEn' },
} as const;

/** A text in both languages with a preview. */
export function Article({ words, onChange, errors, withoutTitle }: ArticleProps) {
  const t = useTexts(contentTexts);
  const [shown, setShown] = useState<(typeof languages)[number]>('zh');
  // Switches to the language that has the error, or the operator would not see it.
  const wrong = languages.find((lang) => errors[keys[lang].title] ?? errors[keys[lang].text]);
  const [seen, setSeen] = useState(errors);
  if (seen !== errors) {
    setSeen(errors);
    if (wrong) setShown(wrong);
  }
  const { title, text } = keys[shown];
  return (
    <>
      <Chips
        label={t.languagesLabel}
        value={shown}
        onChange={setShown}
        options={languages.map((value) => ({ value, label: t.languages[value] }))}
      />
      {!withoutTitle && (
        <Field
          key={title}
          label={`${t.title} · ${t.languages[shown]}`}
          value={words[title]}
          maxLength={120}
          error={errors[title]}
          onChange={(event) => onChange({ ...words, [title]: event.target.value })}
        />
      )}
      <div className={styles.article}>
        <TextArea
          key={text}
          label={`${t.text} · ${t.languages[shown]}`}
          value={words[text]}
          rows={12}
          maxLength={8000}
          error={errors[text]}
          hint={t.textHint}
          onChange={(event) => onChange({ ...words, [text]: event.target.value })}
        />
        <Preview text={words[text]} />
      </div>
    </>
  );
}

function Preview({ text }: { readonly text: string }) {
  const t = useTexts(contentTexts);
  const settled = useDeferredValue(text);
  const { data } = useCall(
    consoleCalls.content.preview,
    { text: settled },
    { enabled: settled.trim() !== '', keepsPrevious: true, staleTimeMs: Infinity },
  );
  return (
    <section className={styles.preview} aria-label={t.preview}>
      <h3 className={styles.heading}>{t.preview}</h3>
      {settled.trim() === '' ? <p className={styles.hint}>{t.previewEmpty}</p> : data && <SafeHtml html={data.html} />}
    </section>
  );
}
