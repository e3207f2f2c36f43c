import { useState } from 'react';
import { DateChip } from '../../ui/dates/index.ts';
import { Chip } from '../../ui/kit/index.ts';
import { useHoldings } from '../../features/live/balances.ts';
import { CoinSheet } from '../../features/money/index.ts';
import { moneyTexts } from '../../i18n/money.ts';
import { statementTexts } from '../../i18n/statement.ts';
import { useTexts } from '../../i18n/index.ts';
import type { Filter, StatementAccount } from './filter.ts';
import styles from './Statement.module.css';
import { TypeSheet } from './TypeSheet.tsx';

export interface FiltersProps {
  readonly account: StatementAccount;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** Filters the lines by coin, type and days. */
export function Filters({ account, filter, onChange }: FiltersProps) {
  const t = useTexts(statementTexts);
  const money = useTexts(moneyTexts);
  const [open, setOpen] = useState<'coin' | 'type' | null>(null);
  const held = useHoldings()?.value?.accounts[account] ?? [];
  const { coin, type, dates } = filter;
  const close = (): void => setOpen(null);
  return (
    <div className={styles.filters}>
      <Chip opens chosen={coin !== null} onClick={() => setOpen('coin')}>
        {coin ?? t.allCoins}
      </Chip>
      <Chip opens chosen={type !== null} onClick={() => setOpen('type')}>
        {type === null ? t.allTypes : t.types[type]}
      </Chip>
      <DateChip dates={dates} onChange={(chosen) => onChange({ ...filter, dates: chosen })} />
      {open === 'coin' && (
        <CoinSheet
          title={money.chooseCoin}
          all={t.allCoins}
          chosen={coin}
          options={held.map(({ coin, name }) => ({ coin, name }))}
          onChoose={(chosen) => onChange({ ...filter, coin: chosen })}
          onClose={close}
        />
      )}
      {open === 'type' && (
        <TypeSheet
          account={account}
          chosen={type}
          onChoose={(chosen) => onChange({ ...filter, type: chosen })}
          onClose={close}
        />
      )}
    </div>
  );
}
