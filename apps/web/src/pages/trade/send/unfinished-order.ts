import { tabStorage } from '../../../features/session/index.ts';

/** The id of an order whose outcome isn't known yet. It outlives a reload of the page, but neither the tab nor the session. */
export const unfinishedOrder = tabStorage<string>('unfinished-order', { forGood: true });
