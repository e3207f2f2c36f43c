import type { Lang } from '@fft/contract';
import { type ReactNode, useState } from 'react';
import { config } from '../../../brand.ts';
import { AccountButton, LazyAccountSheet } from '../../../features/account/AccountButton.tsx';
import { loginPath, useSession } from '../../../features/session/index.ts';
import { useLook } from '../../../lib/preferences/look.ts';
import { Link, useLocation } from '../../../lib/routing/index.ts';
import { classes, Icon, Logo } from '../../../ui/kit/index.ts';
import { workspaceTexts } from '../../../i18n/workspace.ts';
import { shellTexts } from '../../../i18n/shell.ts';
import { useLang, useTexts } from '../../../i18n/index.ts';
import styles from './TopBar.module.css';

export interface TopBarProps {
  readonly onSearch: () => void;
  readonly onKeys: () => void;
  /** The menu of layouts and other choices of the workspace. */
  readonly children?: ReactNode;
}

const pages = [
  { page: 'markets', path: '/pages/home/market' },
  { page: 'trade', path: '/pages/home/trade' },
  { page: 'assets', path: '/pages/assets/index' },
  { page: 'orders', path: '/pages/trade/history' },
] as const;

/** Shows another language, and stores it with the account. */
async function switchLang(to: Lang): Promise<void> {
  const { chooseLang } = await import('../../../features/account/account-language.ts');
  chooseLang(to);
}

async function switchTheme(to: 'dark' | 'light'): Promise<void> {
  const { setTheme } = await import('../../../lib/preferences/theme.ts');
  setTheme(to);
}

/** The workspace's bar: the other pages, and choices of the workspace. */
export function TopBar({ onSearch, onKeys, children }: TopBarProps) {
  const t = useTexts(workspaceTexts);
  const shell = useTexts(shellTexts);
  const lang = useLang();
  const isLight = useLook().startsWith('light');
  return (
    <header className={styles.bar}>
      <Link to="/pages/home/index" className={styles.brand}>
        <Logo size={26} decorative />
        {config.name}
      </Link>
      <nav className={styles.pages} aria-label={shell.tabs.label}>
        {pages.map(({ page, path }) => (
          <Link
            key={page}
            to={path}
            className={classes(styles.page, page === 'trade' && styles.current)}
            aria-current={page === 'trade' ? 'page' : undefined}
          >
            {t.nav[page]}
          </Link>
        ))}
      </nav>
      <div className={styles.choices}>
        {children}
        <button type="button" className={styles.choice} onClick={onSearch}>
          <Icon name="search" size={15} />
          {t.search}
          <kbd aria-hidden="true">/</kbd>
        </button>
        <button
          type="button"
          className={styles.choice}
          title={t.language}
          onClick={() => void switchLang(lang === 'zh' ? 'en' : 'zh')}
        >
          <Icon name="globe" size={15} />
          {/* In the language that it leads to. */}
          <span lang={lang === 'zh' ? 'en' : 'zh-CN'}>{lang === 'zh' ? 'EN' : '中文'}</span>
        </button>
        <button
          type="button"
          className={styles.choice}
          aria-label={t.lightTheme}
          title={t.lightTheme}
          aria-pressed={isLight}
          onClick={() => void switchTheme(isLight ? 'dark' : 'light')}
        >
          <svg width="15" height="15" viewBox="0 0 16 16" fill="none" stroke="currentColor" aria-hidden="true">
            <circle cx="8" cy="8" r="6.5" />
            <path d="M8 2a6 6 0 010 12z" fill="currentColor" />
          </svg>
        </button>
        <button type="button" className={styles.choice} aria-haspopup="dialog" onClick={onKeys}>
          <kbd aria-hidden="true">?</kbd>
          {t.keysShort}
        </button>
        <Account />
      </div>
    </header>
  );
}

function Account() {
  const t = useTexts(workspaceTexts);
  const { isLoggedIn } = useSession();
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(false);
  if (!isLoggedIn) {
    return (
      <>
        <Link to={loginPath(pathname + search)} className={classes(styles.choice, styles.logIn)}>
          {t.logIn}
        </Link>
        <Link to="/pages/login/reg" className={styles.choice}>
          {t.register}
        </Link>
      </>
    );
  }
  return (
    <>
      <AccountButton label={t.account} onPress={() => setOpen(true)} />
      <LazyAccountSheet open={open} onClose={() => setOpen(false)} />
    </>
  );
}
