import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import { classes } from '../../../kit/index.ts';
import { useTexts } from '../../../texts/index.ts';
import { tradeTexts } from '../../../texts/trade.ts';
import type { Side } from './order-form.ts';
import styles from './SideSwitch.module.css';

export interface SideSwitchProps {
  readonly side: Side;
  readonly onChange: (side: Side) => void;
}

/** Buy or sell, parted by a slanted edge. */
export function SideSwitch({ side, onChange }: SideSwitchProps) {
  const t = useTexts(tradeTexts);
  return (
    <RadioGroup className={styles.switch} aria-label={t.side} value={side} onValueChange={onChange}>
      <Radio.Root value="buy" className={classes(styles.side, styles.buy)} aria-label={t.buy}>
        {t.buy}
      </Radio.Root>
      <Radio.Root value="sell" className={classes(styles.side, styles.sell)} aria-label={t.sell}>
        {t.sell}
      </Radio.Root>
    </RadioGroup>
  );
}
