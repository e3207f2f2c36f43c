import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { MarketRow } from '../../features/market-data/MarketRow.tsx';
import { marketTexts } from '../../i18n/market.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './VirtualRows.module.css';

const rowHeight = 56;

export interface VirtualRowsProps {
  readonly symbols: readonly string[];
  readonly scroller: HTMLElement | null;
  readonly stale: boolean;
  readonly onOpen?: ((symbol: string) => void) | undefined;
}

/** Renders only the visible rows, however many markets there are. */
export function VirtualRows({ symbols, scroller, stale, onOpen }: VirtualRowsProps) {
  const t = useTexts(marketTexts);
  const list = useRef<HTMLUListElement>(null);
  const scrollMargin = list.current?.offsetTop ?? 0;
  // oxlint-disable-next-line react/incompatible-library -- what it returns stays in this component
  const rows = useVirtualizer({
    count: symbols.length,
    getScrollElement: () => scroller,
    estimateSize: () => rowHeight,
    getItemKey: (index) => symbols[index] ?? index,
    overscan: 6,
    scrollMargin,
  });
  return (
    <ul ref={list} className={styles.list} style={{ height: rows.getTotalSize() }} aria-label={t.list}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const symbol = symbols[index];
        return (
          symbol !== undefined && (
            <li
              key={key}
              className={styles.item}
              style={{ transform: `translateY(${start - scrollMargin}px)` }}
              aria-setsize={symbols.length}
              aria-posinset={index + 1}
            >
              <MarketRow symbol={symbol} stale={stale} onOpen={onOpen} />
            </li>
          )
        );
      })}
    </ul>
  );
}
