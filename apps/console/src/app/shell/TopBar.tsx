import { Icon, Link, navigate, setLang, useLang, useTexts } from '@fft/kit';
import { useRef } from 'react';
import { useMay } from '../../api/index.ts';
import { IconButton, Tag, useHotkeys } from '../../ui/index.ts';
import { shellTexts } from '../../i18n/shell.ts';
import styles from './TopBar.module.css';

export interface TopBarProps {
  readonly title: string;
  /** null until it is loaded. */
  readonly mode: 'demo' | 'production' | null;
  readonly alarms: number;
}

/** Page title, demo or production tag, customer search, language switch and alarm bell. */
export function TopBar({ title, mode, alarms }: TopBarProps) {
  const t = useTexts(shellTexts);
  const lang = useLang();
  const may = useMay();
  return (
    <header className={styles.bar}>
      <div className={styles.where}>
        <h1 className={styles.title}>{title}</h1>
        {mode && (
          <Tag tone={mode === 'production' ? 'danger' : 'plain'}>
            {mode === 'production' && <Icon name="shield-check" size={14} />}
            {t.modes[mode]}
          </Tag>
        )}
      </div>
      {may('customers.see') && <Search />}
      <IconButton icon="globe" label={t.switchLanguage} onClick={() => setLang(lang === 'zh' ? 'en' : 'zh')} />
      <Link to="/overview" className={styles.bell} aria-label={t.alarms(alarms)} title={t.alarms(alarms)}>
        <Icon name="bell" size={22} />
        {alarms > 0 && (
          <span className={styles.count} aria-hidden="true">
            {alarms}
          </span>
        )}
      </Link>
    </header>
  );
}

function Search() {
  const t = useTexts(shellTexts);
  const input = useRef<HTMLInputElement>(null);
  useHotkeys({ '/': () => input.current?.focus() });
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        const q = input.current?.value.trim() ?? '';
        navigate(q === '' ? '/customers' : `/customers?q=${encodeURIComponent(q)}`);
        input.current?.blur();
      }}
    >
      <Icon name="search" size={18} />
      <input ref={input} type="search" maxLength={254} placeholder={t.search} aria-label={t.searchCustomers} />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}
