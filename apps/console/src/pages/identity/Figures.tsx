import { useTexts } from '@fft/kit';
import { Tile, Tiles } from '../../ui/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import type { useQueue } from './use-queue.ts';
import { formatWait, longWaitMs } from './wait.ts';

export interface FiguresProps {
  readonly figures: ReturnType<typeof useQueue>['figures'];
  readonly now: number;
}

/** Queue length, longest wait, and today's decisions. */
export function Figures({ figures, now }: FiguresProps) {
  const t = useTexts(identityTexts);
  const oldestMs = figures?.oldest == null ? null : now - figures.oldest;
  const passed =
    figures && figures.decidedToday > 0 ? `${Math.round((figures.passedToday / figures.decidedToday) * 100)}%` : '--';
  return (
    <Tiles>
      <Tile label={t.waiting} value={figures?.waiting ?? '--'} />
      <Tile
        label={t.oldest}
        value={oldestMs === null ? '--' : formatWait(oldestMs, t)}
        tone={oldestMs !== null && oldestMs > longWaitMs ? 'warn' : undefined}
      />
      <Tile label={t.decided} value={figures?.decidedToday ?? '--'} />
      <Tile label={t.passed} value={passed} />
    </Tiles>
  );
}
