import { classes, Icon, Link, useTexts } from '@fft/kit';
import type { ReactNode } from 'react';
import type { Screen, ScreenKey } from '../screens.ts';
import { brand } from '../../brand.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { OperatorMenu } from './OperatorMenu.tsx';
import styles from './Shell.module.css';
import { StatusStrip } from './StatusStrip.tsx';
import { TopBar } from './TopBar.tsx';
import { consoleCalls } from '@fft/console-contract';
import { useCall } from '../../api/index.ts';

export interface ShellProps {
  /** The pages that the operator may see. */
  readonly screens: readonly Screen[];
  readonly current: ScreenKey | null;
  readonly title: string;
  readonly children: ReactNode;
}

/** The frame around every page: menu, top bar and status strip. */
export function Shell({ screens, current, title, children }: ShellProps) {
  const t = useTexts(shellTexts);
  const { mode, queues, alarms } = useStatus();
  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        {t.skip}
      </a>
      <div className={styles.rail}>
        <p className={styles.brand}>
          <img src="/icon.svg" width={32} height={32} alt="" />
          <span className={styles.words}>
            <strong>{brand.name}</strong>
            <span>{t.operators}</span>
          </span>
        </p>
        <nav className={styles.menu} aria-label={t.menu}>
          {screens.map(({ key, path, icon, queue }) => {
            const waiting = queue && queues ? queues[queue] : 0;
            return (
              <Link
                key={key}
                to={path}
                title={t.screens[key]}
                className={classes(styles.item, key === current && styles.here)}
                aria-current={key === current ? 'page' : undefined}
              >
                <Icon name={icon} size={20} />
                <span className={styles.name}>{t.screens[key]}</span>
                {waiting > 0 && (
                  <span className={styles.waiting}>
                    <span aria-hidden="true">{waiting > 99 ? '99+' : waiting}</span>
                    <span className={styles.hidden}>{t.waiting(waiting)}</span>
                  </span>
                )}
              </Link>
            );
          })}
        </nav>
        <OperatorMenu />
      </div>
      <TopBar title={title} mode={mode} alarms={alarms} />
      <main id="main" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      <StatusStrip />
    </div>
  );
}

/** Mode, queue lengths and open alarms for the menu and the bell, polled every ten seconds. */
function useStatus() {
  const { data } = useCall(consoleCalls.dashboard.read, { hours: 1 }, { refetchIntervalMs: 10_000 });
  return {
    mode: data?.mode ?? null,
    queues: data?.queues ?? null,
    alarms: data?.alarms.filter(({ until }) => until === null).length ?? 0,
  };
}
