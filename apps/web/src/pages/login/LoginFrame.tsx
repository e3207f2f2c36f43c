import type { ReactNode } from 'react';
import { Icon } from '../../kit/index.ts';
import { Page } from '../../shell/index.ts';
import { setLang, useLang, useTexts } from '../../texts/index.ts';
import { loginTexts } from '../../texts/login.ts';
import styles from './LoginFrame.module.css';
import { Spectrum } from './Spectrum.tsx';

export interface LoginFrameProps {
  readonly title: string;
  readonly welcome: string;
  readonly children: ReactNode;
  /** At the bottom of the page where there is room. */
  readonly foot?: ReactNode;
}

/** What log-in and registration share: the way out, the language, the brand. */
export function LoginFrame({ title, welcome, children, foot }: LoginFrameProps) {
  const t = useTexts(loginTexts);
  const lang = useLang();
  return (
    <Page
      title={title}
      glow
      lead={null}
      back={{ fallback: '/', icon: 'close' }}
      actions={
        <button
          type="button"
          className={styles.language}
          lang={lang === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => setLang(lang === 'zh' ? 'en' : 'zh')}
        >
          <Icon name="globe" size={16} />
          {t.switchLanguage}
        </button>
      }
    >
      <div className={styles.content}>
        <Spectrum />
        <p className={styles.title} aria-hidden="true">
          {title}
        </p>
        <p className={styles.welcome}>{welcome}</p>
        {children}
        {foot && <div className={styles.foot}>{foot}</div>}
      </div>
    </Page>
  );
}
