import { useState } from 'react';
import { classes } from '../../../../ui/kit/index.ts';
import type { PanelName, Side } from './layout.ts';
import { useLayoutActions } from './layout-context.ts';
import { nearestSide } from './neighbour.ts';
import styles from './DropZone.module.css';

export interface DropZoneProps {
  /** The panel that it covers. */
  readonly name: PanelName;
  /** The panel that is being dragged. */
  readonly dragged: PanelName;
}

/** While another panel is dragged: shows at which side it would be put, and takes it. */
export function DropZone({ name, dragged }: DropZoneProps) {
  const { putAt, onDrag } = useLayoutActions();
  const [side, setSide] = useState<Side | null>(null);
  return (
    <div
      className={styles.zone}
      onDragOver={(event) => {
        event.preventDefault();
        setSide(nearestSide(event.currentTarget.getBoundingClientRect(), event.clientX, event.clientY));
      }}
      onDragLeave={() => setSide(null)}
      onDrop={(event) => {
        event.preventDefault();
        const at = nearestSide(event.currentTarget.getBoundingClientRect(), event.clientX, event.clientY);
        onDrag(null);
        putAt(dragged, name, at);
      }}
    >
      {side !== null && <span className={classes(styles.shade, styles[side])} />}
    </div>
  );
}
