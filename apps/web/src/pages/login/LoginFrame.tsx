import type { ReactNode } from 'react';
import { Icon, IconButton } from '../../ui/kit/index.ts';
import { chooseLang } from '../../features/account/account-language.ts';
import { Page, useBack } from '../../features/shell/index.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { loginTexts } from './login-texts.ts';
import { shellTexts } from '../../i18n/shell.ts';
import styles from './LoginFrame.module.css';
import { Spectrum } from './Spectrum.tsx';

export interface LoginFrameProps {
  readonly title: string;
  readonly welcome: string;
  readonly children: ReactNode;
  /** At the bottom of the page if there is room. */
  readonly foot?: ReactNode;
}

/** Frame of the log-in and registration pages: back button, language and brand. */
export function LoginFrame({ title, welcome, children, foot }: LoginFrameProps) {
  const t = useTexts(loginTexts);
  const shell = useTexts(shellTexts);
  const lang = useLang();
  const leave = useBack('/');
  return (
    <Page title={title} glow bare>
      <div className={styles.content}>
        <div className={styles.head}>
          <IconButton icon="close" label={shell.back} onClick={leave} />
          <button
            type="button"
            className={styles.language}
            lang={lang === 'zh' ? 'en' : 'zh-CN'}
            onClick={() => chooseLang(lang === 'zh' ? 'en' : 'zh')}
          >
            <Icon name="globe" size={16} />
            {t.switchLanguage}
          </button>
        </div>
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
