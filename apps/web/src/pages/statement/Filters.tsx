import { useState } from 'react';
import { Chip } from '../../kit/index.ts';
import { useHoldings } from '../../live/balances.ts';
import { CoinSheet } from '../../money/index.ts';
import { moneyTexts } from '../../texts/money.ts';
import { statementTexts } from '../../texts/statement.ts';
import { useTexts } from '../../texts/index.ts';
import { DateSheet } from './DateSheet.tsx';
import type { Filter } from './filter.ts';
import styles from './Statement.module.css';
import type { StatementAccount } from './StatementPage.tsx';
import { TypeSheet } from './TypeSheet.tsx';

export interface FiltersProps {
  readonly account: StatementAccount;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}

/** Which lines are shown: of which coin, of which kind, of which days. */
export function Filters({ account, filter, onChange }: FiltersProps) {
  const t = useTexts(statementTexts);
  const money = useTexts(moneyTexts);
  const [open, setOpen] = useState<'coin' | 'type' | 'dates' | null>(null);
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
      <Chip opens icon="calendar" chosen={dates.first !== null || dates.last !== null} onClick={() => setOpen('dates')}>
        {dates.first === null && dates.last === null ? t.allDates : `${short(dates.first)} – ${short(dates.last)}`}
      </Chip>
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
        <TypeSheet chosen={type} onChoose={(chosen) => onChange({ ...filter, type: chosen })} onClose={close} />
      )}
      {open === 'dates' && (
        <DateSheet dates={dates} onChoose={(chosen) => onChange({ ...filter, dates: chosen })} onClose={close} />
      )}
    </div>
  );
}

/** `11-20` of `2026-11-20`. */
function short(date: string | null): string {
  return date === null ? '' : date.slice(5);
}
