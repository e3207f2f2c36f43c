import { classes, Segmented } from '../../../ui/kit/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import type { Side } from './order-form.ts';
import styles from './SideSwitch.module.css';

export interface SideSwitchProps {
  readonly side: Side;
  readonly onChange: (side: Side) => void;
}

const look = { group: styles.switch, option: (side: Side) => classes(styles.side, styles[side]) };

/** Buy or sell, separated by a slanted edge. */
export function SideSwitch({ side, onChange }: SideSwitchProps) {
  const t = useTexts(tradeTexts);
  const options = [
    { value: 'buy', label: t.buy },
    { value: 'sell', label: t.sell },
  ] as const;
  return <Segmented<Side> label={t.side} options={options} value={side} onChange={onChange} look={look} />;
}
