import { calls, type CallOutput } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { directionOf, formatAmount, formatChange, hidden, missing } from '../../lib/format/index.ts';
import { classes } from '../../ui/kit/index.ts';
import { Arrow, Sparkline } from '../market-data/index.ts';
import { worthTexts } from '../../i18n/worth.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './DayGain.module.css';

type Worth = CallOutput<typeof calls.assets.worth>;

function useDayWorth(): Worth | undefined {
  const { data } = useCall(calls.assets.worth, {}, { staleTimeMs: 60_000, refetchIntervalMs: 300_000, quiet: true });
  return data;
}

/** Gain or loss of the customer's assets in the last 24 hours. The line keeps its height while it loads. */
export function DayGain({ isHidden }: { readonly isHidden: boolean }) {
  const t = useTexts(worthTexts);
  const worth = useDayWorth();
  const direction = directionOf(worth?.change);
  return (
    <p className={styles.gain}>
      {t.dayGain}{' '}
      <span className={classes(styles.figure, styles[direction])}>
        {isHidden ? hidden : figureOf(worth)}
        {!isHidden && direction !== 'none' && <Arrow direction={direction} />}
      </span>
    </p>
  );
}

function figureOf(worth: Worth | undefined): string {
  if (!worth || worth.change === null) return missing;
  const amount = formatAmount(worth.gain, 2);
  const signed = directionOf(worth.change) === 'up' ? `+${amount}` : amount;
  return `${signed} (${formatChange(worth.change)})`;
}

/** So many points make a curve. */
const minPoints = 3;

/** The total value over those hours. Decorative: the gain is shown below it. */
export function DayCurve() {
  const worth = useDayWorth();
  const points = worth?.points ?? [];
  const totals = points.slice(points.findIndex(({ total }) => Number(total) > 0)).map(({ total }) => total);
  if (!worth || worth.change === null || totals.length < minPoints) return null;
  const direction = directionOf(worth.change);
  return <Sparkline closes={totals} tone={direction === 'none' ? 'flat' : direction} width={112} height={36} />;
}
