import { useState } from 'react';
import { IconButton, OnceOpened } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { marketFilterTexts } from './market-filter-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './FilterButton.module.css';
import type { FilterSheetProps } from './FilterSheet.tsx';
import { rulesOf } from '../../features/market-list/market-filter.ts';

const FilterSheet = lazySheet(() => import('./FilterSheet.tsx').then((sheet) => sheet.FilterSheet));

/** Opens the filter; highlighted while the filter hides markets. */
export function FilterButton(props: Omit<FilterSheetProps, 'open' | 'onClose'>) {
  const t = useTexts(marketFilterTexts);
  const [open, setOpen] = useState(false);
  const rules = rulesOf(props.filter);
  return (
    <>
      <IconButton
        icon="sliders"
        label={rules === 0 ? t.filter : t.filterOn(rules)}
        aria-haspopup="dialog"
        className={rules === 0 ? undefined : styles.on}
        onClick={() => setOpen(true)}
      />
      <OnceOpened open={open}>
        <FilterSheet {...props} open={open} onClose={() => setOpen(false)} />
      </OnceOpened>
    </>
  );
}
