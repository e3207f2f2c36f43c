import { type DragEvent, memo, type ReactNode } from 'react';
import { classes } from '../../../../ui/kit/index.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { Popup } from '../Popup.tsx';
import type { DropZoneProps } from './DropZone.tsx';
import type { PanelName } from './layout.ts';
import { useLayoutActions } from './layout-context.ts';
import { useLateLayout } from './use-late-layout.ts';
import styles from './PanelFrame.module.css';

export interface PanelFrameProps {
  readonly name: PanelName;
  /** The panel's name, for its heading and its grip. */
  readonly title: string;
  /** In place of the title, which screen readers then get alone. */
  readonly head?: ReactNode;
  /** At the end of the head, before the grip. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A panel of the workspace: its head with the grip that moves or hides it, and its content. */
export function PanelFrame({ name, title, head, aside, children, className }: PanelFrameProps) {
  return (
    <section className={styles.panel} aria-label={title} data-panel={name}>
      <div className={styles.head}>
        {head === undefined ? <h2 className={styles.title}>{title}</h2> : <div className={styles.lead}>{head}</div>}
        {aside}
        <Grip name={name} title={title} />
      </div>
      <div className={classes(styles.body, className)}>{children}</div>
      <Zone name={name} />
    </section>
  );
}

/** Dragged, it carries the panel to a side of another one; pressed, it offers the same to the keyboard. Its panel renders again with each change of prices. */
const Grip = memo(function Grip({ name, title }: { readonly name: PanelName; readonly title: string }) {
  const t = useTexts(workspaceTexts);
  const { onDrag } = useLayoutActions();
  return (
    <Popup
      label={t.panelMenu(title)}
      button={<GripMark />}
      buttonClassName={styles.grip}
      buttonProps={{
        'data-grip': name,
        draggable: true,
        onDragStart: (event: DragEvent) => {
          event.dataTransfer.setData('text/plain', title);
          event.dataTransfer.effectAllowed = 'move';
          // Chromium ends a drag whose source is covered in the same task.
          setTimeout(() => onDrag(name));
        },
        onDragEnd: () => onDrag(null),
      }}
    >
      <Menu name={name} />
    </Popup>
  );
});

function Menu({ name }: { readonly name: PanelName }) {
  const late = useLateLayout();
  return late && <late.PanelMenu name={name} />;
}

const Zone = memo(function Zone({ name }: { readonly name: PanelName }) {
  const { dragged } = useLayoutActions();
  return dragged !== null && dragged !== name && <ZoneOver name={name} dragged={dragged} />;
});

function ZoneOver(props: DropZoneProps) {
  const late = useLateLayout();
  return late && <late.DropZone {...props} />;
}

function GripMark() {
  return (
    <svg width="12" height="16" viewBox="0 0 12 16" fill="currentColor" aria-hidden="true">
      {[3, 8, 13].flatMap((y) => [3, 9].map((x) => <circle key={`${x} ${y}`} cx={x} cy={y} r="1.3" />))}
    </svg>
  );
}
