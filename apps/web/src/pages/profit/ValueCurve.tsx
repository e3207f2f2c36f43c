import { calls, profitSpans, type ProfitSpan, type ValuePoint } from '@fft/contract';
import { type PointerEvent, useState } from 'react';
import { useCall } from '../../api/index.ts';
import { useHideAmounts } from '../../features/balances/hide-amounts.ts';
import { CallView } from '../../features/shell/index.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { Segmented, Skeleton } from '../../ui/kit/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import { curveOf } from './curve.ts';
import styles from './ValueCurve.module.css';

const [width, height] = [640, 180];

/** The value of all assets over time, beside what was put in. */
export function ValueCurve() {
  const t = useTexts(profitTexts);
  const [span, setSpan] = useState<ProfitSpan>('month');
  const history = useCall(
    calls.profit.history,
    { span },
    { quiet: true, keepsPrevious: true, staleTimeMs: 60_000, refetchIntervalMs: 120_000 },
  );
  return (
    <section className={styles.card} aria-label={t.curve}>
      <CallView call={history} skeleton={<Skeleton height={236} />}>
        {({ points, isWhole }) =>
          points === null || points.length < 2 ? (
            <p className={styles.none}>{t.noCurve}</p>
          ) : (
            <>
              <Curve points={points} />
              {!isWhole && <p className={styles.note}>{t.curvePartial}</p>}
            </>
          )
        }
      </CallView>
      <Segmented
        label={t.span}
        options={profitSpans.map((value) => ({ value, label: t.spans[value] }))}
        value={span}
        onChange={setSpan}
        className={styles.spans}
      />
    </section>
  );
}

function Curve({ points }: { readonly points: readonly ValuePoint[] }) {
  const t = useTexts(profitTexts);
  const { isHidden, show } = useHideAmounts();
  const [pointed, setPointed] = useState<number | null>(null);
  const curve = curveOf(points, { width, height });
  const last = points.length - 1;
  const index = Math.min(pointed ?? last, last);
  const point = points[index];
  const place = curve.places[index];
  if (!point || !place) return null;

  function follow({ currentTarget, clientX }: PointerEvent<SVGSVGElement>): void {
    const { left, width: shown } = currentTarget.getBoundingClientRect();
    setPointed(curve.nearest(((clientX - left) / shown) * width));
  }

  return (
    <>
      <p className={styles.read} aria-live="off">
        <span>{formatMinute(point.time)}</span>
        <span>
          <i className={styles.value} /> {t.value} <b>{show(point.value, 2)}</b>
        </span>
        <span>
          <i className={styles.invested} /> {t.invested} <b>{show(point.invested, 2)}</b>
        </span>
      </p>
      <svg
        className={styles.curve}
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          isHidden ? t.curve : t.curveOf(show(points[0]?.value ?? null, 2), show(points[last]?.value ?? null, 2))
        }
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setPointed(null)}
      >
        <path d={curve.area} className={styles.area} />
        <path d={curve.invested} className={styles.investedLine} vectorEffect="non-scaling-stroke" />
        <path d={curve.value} className={styles.valueLine} vectorEffect="non-scaling-stroke" />
        {pointed !== null && (
          <path d={`M${place.x} 0V${height}`} className={styles.cross} vectorEffect="non-scaling-stroke" />
        )}
      </svg>
    </>
  );
}
