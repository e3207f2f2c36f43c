import { consoleCalls, type DashboardSample } from '@fft/console-contract';
import { formatAmount, formatCompact, useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useCall } from '../../api/index.ts';
import { Chart, Chips, Gap, Loaded, Split, Tile, Tiles, Toolbar } from '../../ui/index.ts';
import { overviewTexts } from '../../i18n/overview.ts';
import { Alarms } from './Alarms.tsx';
import styles from './OverviewPage.module.css';
import { Queues } from './Queues.tsx';

type Hours = keyof (typeof overviewTexts)['en']['hours'];

const wholeNumber = (value: number): string => formatAmount(String(Math.round(value)));
const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(1) : wholeNumber(value)} ms`;

/** Current figures, charts over a chosen time range, queue lengths and alarms. */
export function OverviewPage() {
  const t = useTexts(overviewTexts);
  const lang = useLang();
  const [hours, setHours] = useState<Hours>('24');
  const query = useCall(
    consoleCalls.dashboard.read,
    { hours: Number(hours) },
    { refetchIntervalMs: 10_000, keepsPrevious: true },
  );
  const money = (value: number): string => formatCompact(value.toFixed(2), lang);
  return (
    <Split>
      <Toolbar>
        <Gap />
        <Chips
          label={t.range}
          value={hours}
          onChange={setHours}
          options={(['6', '24', '168', '720'] as const).map((value) => ({ value, label: t.hours[value] }))}
        />
      </Toolbar>
      <Loaded query={query}>
        {({ now, samples, turnover, queues, alarms }) => {
          const points = (of: (sample: DashboardSample) => number) =>
            samples.map((sample) => ({ time: sample.time, value: of(sample) }));
          const charts = [
            {
              title: t.turnover,
              points: turnover.map(({ time, usdt }) => ({ time, value: Number(usdt) })),
              format: money,
            },
            { title: t.fees, points: points(({ fees }) => Number(fees)), format: money, tone: 'good' as const },
            { title: t.customers, points: points(({ customers }) => customers), format: wholeNumber },
            { title: t.openOrders, points: points(({ openOrders }) => openOrders), format: wholeNumber },
            {
              title: t.commit,
              points: points(({ commitMs }) => commitMs),
              format: milliseconds,
              tone: 'warn' as const,
            },
            { title: t.lag, points: points(({ lagMs }) => lagMs), format: milliseconds, tone: 'warn' as const },
          ];
          return (
            <>
              <Tiles>
                <Tile label={t.volume} value={now ? money(Number(now.volume)) : '--'} />
                <Tile label={t.fees} value={now ? money(Number(now.fees)) : '--'} />
                <Tile label={t.customers} value={now ? wholeNumber(now.customers) : '--'} />
                <Tile label={t.openOrders} value={now ? wholeNumber(now.openOrders) : '--'} />
                <Tile label={t.sockets} value={now ? wholeNumber(now.sockets) : '--'} />
                <Tile
                  label={t.lag}
                  value={now ? milliseconds(now.lagMs) : '--'}
                  tone={now && now.lagMs > 2000 ? 'warn' : undefined}
                />
              </Tiles>
              <div className={styles.columns}>
                <div className={styles.charts}>
                  {charts.map((chart) => (
                    <Chart key={chart.title} {...chart} empty={t.noPoints} />
                  ))}
                </div>
                <div className={styles.side}>
                  <Queues queues={queues} />
                  <Alarms alarms={alarms} />
                </div>
              </div>
            </>
          );
        }}
      </Loaded>
    </Split>
  );
}
