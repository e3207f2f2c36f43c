import type { Market } from '@fft/contract';
import { type ReactNode, useState } from 'react';
import type { CandleChart } from '../candles/candle-chart.ts';
import { type DrawingKind, pointsOf } from './drawings.ts';
import { useSession, useUser } from '../../session/index.ts';
import { OnceOpened, toast } from '../../../ui/kit/index.ts';
import { drawingTexts } from './drawing-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { TextSheet } from './lazy-sheets.ts';
import { type Drawings, useDrawings } from './use-drawings.ts';

export interface DrawingTooling {
  readonly drawings: Drawings;
  /** Takes a tool; null puts it away. */
  readonly draw: (kind: DrawingKind | null) => void;
  /** Asks for the text of a drawing. */
  readonly sheet: ReactNode;
}

/** The customer's drawings on a chart, and the tools for new ones. */
export function useDrawingTools(chart: CandleChart | null, market: Market): DrawingTooling {
  const words = useTexts(drawingTexts);
  const { isLoggedIn } = useSession();
  const { data: user } = useUser();
  const [typing, setTyping] = useState(false);
  const drawings = useDrawings(chart, isLoggedIn ? user?.id : null, market.symbol);

  function begin(kind: DrawingKind, text?: string): void {
    if (drawings.board === null) return;
    drawings.board.begin(kind, text);
    toast(words.setPoints(pointsOf[kind]));
  }

  return {
    drawings,
    draw(kind) {
      if (kind === 'text') setTyping(true);
      else if (kind === null) drawings.board?.cancel();
      else begin(kind);
    },
    sheet: (
      <OnceOpened open={typing}>
        <TextSheet
          open={typing}
          onClose={() => setTyping(false)}
          onText={(text) => {
            setTyping(false);
            begin('text', text);
          }}
        />
      </OnceOpened>
    ),
  };
}
