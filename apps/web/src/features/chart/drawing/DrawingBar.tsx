import { useState } from 'react';
import type { DrawingBoard } from './drawing-board.ts';
import { type Drawing, drawingColors, inkOf, nextWidth } from './drawings.ts';
import { usePalette } from '../candles/palette.ts';
import { classes, Icon, IconButton } from '../../../ui/kit/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { drawingTexts } from './drawing-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './DrawingBar.module.css';
import { drawingIcons } from './DrawingTools.tsx';

export interface DrawingBarProps {
  readonly drawing: Drawing;
  readonly board: DrawingBoard;
}

/** Actions for the selected drawing. */
export function DrawingBar({ drawing, board }: DrawingBarProps) {
  const t = useTexts(chartTexts);
  const words = useTexts(drawingTexts);
  const palette = usePalette();
  const [coloring, setColoring] = useState(false);
  const { id, kind, color, width, locked } = drawing;
  return (
    <div className={styles.bar} role="toolbar" aria-label={words.drawings[kind]}>
      {coloring ? (
        <span className={styles.colors} role="group" aria-label={t.color}>
          {drawingColors.map((one, place) => (
            <button
              key={one}
              type="button"
              className={styles.swatch}
              aria-label={t.colorNumber(place + 1)}
              aria-pressed={one === color}
              onClick={() => {
                board.change(id, { color: one });
                setColoring(false);
              }}
            >
              <span style={{ background: inkOf(one, palette) }} />
            </button>
          ))}
        </span>
      ) : (
        <>
          <Icon name={drawingIcons[kind]} size={20} className={styles.kind} />
          <button type="button" className={styles.swatch} aria-label={t.color} onClick={() => setColoring(true)}>
            <span style={{ background: inkOf(color, palette) }} />
          </button>
          {kind !== 'text' && (
            <button
              type="button"
              className={styles.swatch}
              aria-label={words.lineWidth(width)}
              title={words.lineWidth(width)}
              onClick={() => board.change(id, { width: nextWidth(width) })}
            >
              <span className={styles.line} style={{ height: width }} />
            </button>
          )}
          <IconButton
            icon="lock"
            size={20}
            label={locked ? words.unlock : words.lock}
            pressed={locked}
            className={classes(styles.button, locked && styles.locked)}
            onClick={() => board.change(id, { locked: !locked })}
          />
          <IconButton
            icon="copy"
            size={20}
            label={words.duplicate}
            className={styles.button}
            onClick={() => board.duplicate(id)}
          />
          <IconButton
            icon="trash"
            size={20}
            label={words.removeDrawing}
            className={styles.button}
            onClick={() => board.remove(id)}
          />
        </>
      )}
    </div>
  );
}
