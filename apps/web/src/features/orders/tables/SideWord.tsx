import type { Order } from '@fft/contract';
import { classes } from '../../../ui/kit/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './OrderTables.module.css';

/** An order's side in its colour. */
export function SideWord({ side }: { readonly side: Order['side'] }) {
  const t = useTexts(tradeTexts);
  return <span className={classes(styles[side])}>{t[side]}</span>;
}
