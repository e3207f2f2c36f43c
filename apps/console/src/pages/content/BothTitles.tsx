import { useLang } from '@fft/kit';
import styles from './Content.module.css';

export interface BothTitlesProps {
  readonly titleZh: string;
  readonly titleEn: string;
}

/** Both titles, the operator's language first. */
export function BothTitles({ titleZh, titleEn }: BothTitlesProps) {
  const lang = useLang();
  return (
    <span className={styles.two}>
      {lang === 'zh' ? titleZh : titleEn}
      <span>{lang === 'zh' ? titleEn : titleZh}</span>
    </span>
  );
}
