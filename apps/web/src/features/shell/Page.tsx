import { type ReactNode, useEffect } from 'react';
import { config } from '../../brand.ts';
import { classes } from '../../ui/kit/index.ts';
import { NavigationBar, type Back } from './NavigationBar.tsx';
import { Strip } from './Strip.tsx';
import { TabBar, type Tab } from './TabBar.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import styles from './Page.module.css';

export interface PageProps {
  /** Shown in the bar (left and large on tabs, centred on other pages) and as the browser's title. */
  readonly title: string;
  /** Replaces the title on the left of the bar; the title is then for screen readers only. */
  readonly lead?: ReactNode;
  /** A way back, for pages that aren't tabs. */
  readonly back?: Back | undefined;
  /** At the bar's right. */
  readonly actions?: ReactNode;
  /** The page's tab; without it there is no tab bar. */
  readonly tab?: Tab;
  /** Shows the accent's glow behind the top of the page. */
  readonly glow?: boolean;
  /** No bar and no `top` at all: the page draws its own. */
  readonly bare?: boolean;
  /** One picture fills the page: as wide as the screen, and nothing scrolls. */
  readonly filled?: boolean;
  /** The part under the bar fills most of the page: on a short screen it scrolls with the rest. */
  readonly tallTop?: boolean;
  /** Stays under the bar while the rest scrolls. */
  readonly top?: ReactNode;
  /** Fixed at the bottom while the rest scrolls: the main buttons of an inner page. */
  readonly actionBar?: ReactNode;
  /** Called with the scrolling element, for virtualised lists. */
  readonly scrollRef?: (element: HTMLElement | null) => void;
  /** The content is still loading. */
  readonly busy?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: bar, scrolling content, tabs and strip, in a column as wide as a phone. */
export function Page(props: PageProps) {
  const { title, lead, back, actions, tab, glow, bare, filled, tallTop, top, actionBar, scrollRef, busy, children } =
    props;
  const savedScroll = useScrollRestoration(tab !== undefined, scrollRef);

  useEffect(() => {
    document.title = `${title} · ${config.name}`;
  }, [title]);

  return (
    <div
      className={classes(styles.page, glow && styles.glow, filled && styles.filled, tallTop && styles.tallTop)}
      data-filled={filled}
    >
      {!bare && (
        <header className={styles.head}>
          <NavigationBar {...{ title, lead, back, actions, glow }} isTab={tab !== undefined} />
          {top}
        </header>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that keys scroll a page on which nothing else takes the focus */}
      <main ref={savedScroll} className={styles.scroll} tabIndex={0} aria-busy={busy}>
        {bare && <h1 className={styles.unseen}>{title}</h1>}
        {children}
      </main>
      {actionBar && <div className={styles.actions}>{actionBar}</div>}
      {tab && <TabBar current={tab} />}
      <Strip />
    </div>
  );
}
