import { useState } from 'react';
import { type DrawingKind, drawingKinds } from './drawings.ts';
import { classes, IconButton, type IconName, OnceOpened } from '../../../ui/kit/index.ts';
import { chartTexts } from '../../../i18n/chart.ts';
import { drawingTexts } from './drawing-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './DrawingTools.module.css';
import { ClearQuestion } from './lazy-sheets.ts';
import type { Drawings } from './use-drawings.ts';

export interface DrawingToolsProps {
  readonly drawings: Drawings;
  /** Null puts the tool away. */
  readonly onDraw: (kind: DrawingKind | null) => void;
}

export const drawingIcons: Readonly<Record<DrawingKind, IconName>> = {
  segment: 'draw-line',
  level: 'draw-level',
  parallel: 'draw-parallel',
  fibonacci: 'draw-fibonacci',
  text: 'text',
  measure: 'ruler',
};

/** The drawing tools, at the left of the chart. */
export function DrawingTools({ drawings, onDraw }: DrawingToolsProps) {
  const t = useTexts(chartTexts);
  const words = useTexts(drawingTexts);
  const { tool, magnet, count, board } = drawings;
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles.tools} role="toolbar" aria-orientation="vertical" aria-label={t.drawing}>
      <Tool icon="crosshair" label={words.look} on={tool === null} onClick={() => onDraw(null)} />
      {drawingKinds.map((kind) => (
        <Tool
          key={kind}
          icon={drawingIcons[kind]}
          label={words.drawings[kind]}
          on={tool === kind}
          onClick={() => onDraw(tool === kind ? null : kind)}
        />
      ))}
      <Tool icon="magnet" label={words.magnet} on={magnet} warm onClick={() => board?.setMagnet(!magnet)} />
      {count > 0 && <Tool icon="trash" label={words.clearDrawings} last onClick={() => setAsking(true)} />}
      <OnceOpened open={asking}>
        <ClearQuestion
          open={asking}
          count={count}
          onClear={() => {
            setAsking(false);
            board?.clear();
          }}
          onKeep={() => setAsking(false)}
        />
      </OnceOpened>
    </div>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  readonly on?: boolean;
  readonly warm?: boolean;
  readonly last?: boolean;
  readonly onClick: () => void;
}

function Tool({ icon, label, on, warm, last, onClick }: ToolProps) {
  return (
    <IconButton
      icon={icon}
      size={20}
      label={label}
      className={classes(styles.tool, on && (warm ? styles.warm : styles.on), last && styles.last)}
      {...(on !== undefined && { pressed: on })}
      onClick={onClick}
    />
  );
}
