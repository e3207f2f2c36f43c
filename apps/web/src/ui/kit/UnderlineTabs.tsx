import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { Option } from './Segmented.tsx';
import styles from './UnderlineTabs.module.css';

export interface UnderlineTabsProps<Value extends string> {
  /** The list's name for screen readers. */
  readonly label: string;
  readonly tabs: readonly Option<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** At the row's end. */
  readonly aside?: ReactNode;
  /** Content of the chosen tab. */
  readonly children?: ReactNode;
  readonly className?: string | undefined;
}

/** Index of the tab that an arrow or end key moves to; null for other keys. */
function nextIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/**
 * Tabs with a line that slides under the chosen one. If they don't fit, they scroll sideways.
 * Not from Base UI, whose tabs alone take a tenth of the first page's size budget.
 */
export function UnderlineTabs<Value extends string>(props: UnderlineTabsProps<Value>) {
  const { label, tabs, value, onChange, aside, children, className } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useLineUnderChosen(list, value);

  function move(event: KeyboardEvent, index: number): void {
    const next = nextIndex(event.key, index, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(tab.value)}"]`)?.focus();
  }

  return (
    <div className={className}>
      <div className={styles.row}>
        <div ref={list} className={styles.list} role="tablist" aria-label={label}>
          {tabs.map((tab, index) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              data-value={tab.value}
              className={styles.tab}
              aria-selected={tab.value === value}
              aria-controls={children === undefined ? undefined : `${id}-panel`}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={(event) => move(event, index)}
            >
              {tab.label}
            </button>
          ))}
          <span className={styles.line} aria-hidden="true" />
        </div>
        {aside && <div className={styles.aside}>{aside}</div>}
      </div>
      {children !== undefined && (
        <div
          role="tabpanel"
          id={`${id}-panel`}
          aria-labelledby={`${id}-${value}`}
          className={styles.panel}
          tabIndex={-1}
        >
          {children}
        </div>
      )}
    </div>
  );
}

/** Keeps the line under the chosen tab, also when the texts change their width. */
function useLineUnderChosen(list: { readonly current: HTMLDivElement | null }, value: string): void {
  useLayoutEffect(() => {
    const element = list.current;
    const chosen = element?.querySelector<HTMLElement>(`[data-value="${CSS.escape(value)}"]`);
    if (!element || !chosen) return undefined;
    const place = (): void => {
      element.style.setProperty('--line-left', `${chosen.offsetLeft}px`);
      element.style.setProperty('--line-width', String(chosen.offsetWidth));
    };
    // The observer first reports in the next frame. Reading the widths here would force an early layout of the whole page.
    const observer = new ResizeObserver(place);
    for (const tab of element.children) observer.observe(tab);
    return () => observer.disconnect();
  }, [list, value]);
}
