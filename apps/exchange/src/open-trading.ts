import { type Ledger, type LedgerOptions, openLedger } from './ledger/open-ledger.ts';
import { keepBoard } from './markets/tickers/keep-board.ts';
import { MarketBoard } from './markets/tickers/market-board.ts';
import { restoreBoard } from './markets/tickers/restore-board.ts';

/** What trades: the ledger, and the latest prices and trades of its markets. */
export interface Trading extends Ledger {
  readonly board: MarketBoard;
}

export async function openTrading(options: Omit<LedgerOptions, 'openViews'>): Promise<Trading> {
  const { storage, incidents, now, closing } = options;
  const { db } = storage.longRunning;
  const board = new MarketBoard();
  const ledger = await openLedger({
    ...options,
    openViews: async (projector) => {
      await restoreBoard(db, board, now());
      return [keepBoard({ db, board, projector, incidents, now, closing })];
    },
  });
  return { ...ledger, board };
}
