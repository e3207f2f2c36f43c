import { type ReactNode, useEffect } from 'react';
import { config } from '../../brand.ts';
import { Strip } from '../shell/index.ts';
import { TopBar, type TopBarProps } from './TopBar.tsx';
import styles from './WidePage.module.css';

export interface WidePageProps extends Pick<TopBarProps, 'current'> {
  /** Puts the focus into the page's search; without one, the bar has no button for it. */
  readonly onSearch?: () => void;
  readonly title: string;
  /** Beside the title, and in sight while the rest scrolls. */
  readonly tools?: ReactNode;
  /** The content is still loading. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** The frame of a page that fills a wide window: bar, title with tools, scrolling content, strip. */
export function WidePage({ title, current, onSearch, tools, busy, children }: WidePageProps) {
  useEffect(() => {
    document.title = `${title} · ${config.name}`;
  }, [title]);
  return (
    <div className={styles.wide} data-filled>
      <TopBar current={current} {...(onSearch && { onSearch })} />
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {tools}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll a page on which nothing else takes the focus */}
      <main className={styles.main} tabIndex={0} aria-busy={busy}>
        {children}
      </main>
      <Strip />
    </div>
  );
}
