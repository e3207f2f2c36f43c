import { tabStorage } from '../../../features/session/index.ts';

/** Id of an order whose outcome is unknown. It is kept over a reload, but ends with the tab or the session. */
export const unfinishedOrder = tabStorage<string>('unfinished-order', { forGood: true });
