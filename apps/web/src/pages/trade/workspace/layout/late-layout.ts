/** All that changes the arrangement, in one file that the panels don't need for their first paint. */
export { DropZone } from './DropZone.tsx';
export { LayoutMenu } from './LayoutMenu.tsx';
export { withoutPanel, withPanel, withPanelAt, withSwapped } from './moves.ts';
export { neighbourOf } from './neighbour.ts';
export { PanelMenu } from './PanelMenu.tsx';
