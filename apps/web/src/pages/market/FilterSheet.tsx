import { Button, classes, Segmented, Sheet, SwitchRow } from '../../ui/kit/index.ts';
import { marketFilterTexts } from './market-filter-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './FilterSheet.module.css';
import {
  directions,
  minVolumes,
  type MarketFilter,
  noFilter,
  rulesOf,
} from '../../features/market-list/market-filter.ts';

export interface FilterSheetProps {
  readonly open: boolean;
  readonly filter: MarketFilter;
  readonly onChange: (filter: MarketFilter) => void;
  /** Number of markets that match. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Filters the list; each change immediately shows behind the sheet. */
export function FilterSheet({ open, filter, onChange, count, onClose }: FilterSheetProps) {
  const t = useTexts(marketFilterTexts);
  const dark = classes(styles.dark);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t.filter}
      footer={
        <>
          <Button
            variant="secondary"
            disabledReason={rulesOf(filter) === 0 ? '' : undefined}
            onClick={() => onChange(noFilter)}
          >
            {t.reset}
          </Button>
          <Button style={{ flex: 2 }} onClick={onClose}>
            {t.show(count)}
          </Button>
        </>
      }
    >
      <h3 className={styles.label}>{t.direction}</h3>
      <Segmented
        label={t.direction}
        className={dark}
        options={directions.map((value) => ({ value, label: t.directions[value] }))}
        value={filter.direction}
        onChange={(direction) => onChange({ ...filter, direction })}
      />
      <h3 className={styles.label}>{t.least}</h3>
      <Segmented
        label={t.least}
        className={dark}
        options={minVolumes.map((value) => ({ value, label: t.volumes[value] }))}
        value={filter.least}
        onChange={(least) => onChange({ ...filter, least })}
      />
      <div className={styles.switches}>
        <SwitchRow
          label={t.openOnly}
          hint={t.openOnlyText}
          checked={filter.openOnly}
          onChange={(openOnly) => onChange({ ...filter, openOnly })}
        />
      </div>
    </Sheet>
  );
}
