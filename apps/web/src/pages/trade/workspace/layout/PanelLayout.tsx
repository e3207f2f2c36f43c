import { Fragment, type ReactNode } from 'react';
import { Group, Panel, Separator } from 'react-resizable-panels';
import { classes } from '../../../../ui/kit/index.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { isPanel, type Layout, type Node, type PanelName, panelsOf, type Split } from './layout.ts';
import { minSizeOf } from './min-size.ts';
import styles from './PanelLayout.module.css';

export interface PanelLayoutProps {
  readonly layout: Layout;
  /** Changes with every arrangement that wasn't made by dragging a border. */
  readonly revision: number;
  readonly panelOf: (name: PanelName) => ReactNode;
  /** The customer dragged a border: the new shares of the split at this path of part indexes. */
  readonly onSizes: (path: readonly number[], sizes: readonly number[]) => void;
}

/** The panels as arranged, with borders between them that can be dragged, or moved by arrow keys. */
export function PanelLayout({ layout, revision, panelOf, onSizes }: PanelLayoutProps) {
  return (
    <div className={styles.panels}>
      <SplitView key={revision} split={layout} path={[]} panelOf={panelOf} onSizes={onSizes} />
    </div>
  );
}

const keyOf = (node: Node): string => panelsOf(node).join('-');

interface SplitViewProps extends Pick<PanelLayoutProps, 'panelOf' | 'onSizes'> {
  readonly split: Split;
  readonly path: readonly number[];
}

function SplitView({ split, path, panelOf, onSizes }: SplitViewProps) {
  const t = useTexts(workspaceTexts);
  const { direction, parts } = split;
  // The part with the chart grows with the window, the others keep their width.
  const found = parts.findIndex(({ node }) => panelsOf(node).includes('chart'));
  const growing = found === -1 ? parts.length - 1 : found;
  const ids = parts.map(({ node }) => `part-${keyOf(node)}`);
  return (
    <Group
      orientation={direction === 'row' ? 'horizontal' : 'vertical'}
      onLayoutChanged={(sizes, { isUserInteraction }) => {
        if (isUserInteraction)
          onSizes(
            path,
            ids.map((id) => sizes[id] ?? 0),
          );
      }}
    >
      {parts.map(({ node, size }, index) => (
        <Fragment key={ids[index]}>
          {index > 0 && <Separator className={classes(styles.border, styles[direction])} aria-label={t.border} />}
          <Panel
            id={ids[index] ?? ''}
            className={styles.part ?? ''}
            defaultSize={`${size}%`}
            minSize={minSizeOf(node)[direction]}
            groupResizeBehavior={index === growing ? 'preserve-relative-size' : 'preserve-pixel-size'}
          >
            {isPanel(node) ? (
              panelOf(node)
            ) : (
              <SplitView split={node} path={[...path, index]} panelOf={panelOf} onSizes={onSizes} />
            )}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
