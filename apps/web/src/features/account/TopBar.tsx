import type { Lang } from '@fft/contract';
import { type ReactNode, useState } from 'react';
import { config } from '../../brand.ts';
import { AccountButton, LazyAccountSheet } from './AccountButton.tsx';
import { loginPath, useSession } from '../session/index.ts';
import { useLook } from '../../lib/preferences/look.ts';
import { Link, useLocation } from '../../lib/routing/index.ts';
import { classes, Icon, Logo } from '../../ui/kit/index.ts';
import { wideTexts } from './wide-texts.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import styles from './TopBar.module.css';

export interface TopBarProps {
  /** Null on pages that none of the bar's links leads to. */
  readonly current: (typeof pages)[number]['page'] | null;
  /** Without it there is no search. */
  readonly onSearch?: () => void;
  /** Opens the list of keys, on pages that have some. */
  readonly onKeys?: () => void;
  /** Further choices, such as the workspace's menu of layouts. */
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
  const { chooseLang } = await import('./account-language.ts');
  chooseLang(to);
}

async function switchTheme(to: 'dark' | 'light'): Promise<void> {
  const { setTheme } = await import('../../lib/preferences/theme.ts');
  setTheme(to);
}

/** The bar of pages that fill a wide window: the other pages, and what a customer chooses anywhere. */
export function TopBar({ current, onSearch, onKeys, children }: TopBarProps) {
  const t = useTexts(wideTexts);
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
            className={classes(styles.page, page === current && styles.current)}
            aria-current={page === current ? 'page' : undefined}
          >
            {t.nav[page]}
          </Link>
        ))}
      </nav>
      <div className={styles.choices}>
        {children}
        {onSearch && (
          <button type="button" className={styles.choice} onClick={onSearch}>
            <Icon name="search" size={15} />
            {t.search}
            <kbd aria-hidden="true">/</kbd>
          </button>
        )}
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
        {onKeys && (
          <button type="button" className={styles.choice} aria-haspopup="dialog" onClick={onKeys}>
            <kbd aria-hidden="true">?</kbd>
            {t.keysShort}
          </button>
        )}
        <Account />
      </div>
    </header>
  );
}

function Account() {
  const t = useTexts(wideTexts);
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
