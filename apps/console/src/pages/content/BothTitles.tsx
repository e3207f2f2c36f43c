import { useLang } from '@fft/kit';
import styles from './Content.module.css';

export interface BothTitlesProps {
  readonly titleZh: string;
  readonly titleEn: string;
}

/** What customers read, first in the operator's language. */
export function BothTitles({ titleZh, titleEn }: BothTitlesProps) {
  const lang = useLang();
  return (
    <span className={styles.two}>
      {lang === 'zh' ? titleZh : titleEn}
      <span>{lang === 'zh' ? titleEn : titleZh}</span>
    </span>
  );
}
