import { calls } from '@fft/contract';
import { refuse } from '../../refusals.ts';
import { route, type Api } from '../../../transport/http/route.ts';
import type { Directory } from '../../../ledger/listings/directory.ts';
import type { ExportRow, Exports } from './exports.ts';

export interface ServeExportsOptions {
  readonly exports: Exports;
  readonly directory: Directory;
  /** Runs the job that makes them. */
  readonly wake: () => void;
}

/** Binds the calls for statements as files that a job makes. */
export function serveExports(api: Api, { exports, directory, wake }: ServeExportsOptions): void {
  const find = async (customer: number, id: string): Promise<ExportRow> => {
    const row = await exports.find(customer, id);
    if (!row) throw refuse('notFound');
    return row;
  };
  route(api, calls.assets.startExport, async ({ account, ...filter }, { customer, lang }) => {
    if (filter.coin !== undefined && directory.assetId(filter.coin) === null) throw refuse('unknownCoin');
    const row = await exports.start({ customer: customer.id, account, filter, lang });
    if (row.state === 'waiting') wake();
    return wireOf(row);
  });
  route(api, calls.profit.startExport, async (filter, { customer, lang }) => {
    const row = await exports.start({
      customer: customer.id,
      account: 'coin',
      filter: { ...filter, report: 'lots' },
      lang,
    });
    if (row.state === 'waiting') wake();
    return wireOf(row);
  });
  route(api, calls.assets.exportState, async ({ id }, { customer }) => wireOf(await find(customer.id, id)));
  route(api, calls.assets.exportPart, async ({ id, part }, { customer }) => {
    const { account, state, filter } = await find(customer.id, id);
    const csv = state === 'done' ? await exports.part(id, part) : null;
    if (csv === null) throw refuse('notFound');
    return { name: filter.report === 'lots' ? 'fft-tax-lots.csv' : `fft-${account}-statement.csv`, csv };
  });
}

function wireOf({ id, state, done, total, lines, parts }: ExportRow) {
  const progress = state === 'done' ? 100 : total === 0 ? 0 : Math.min(99, Math.floor((done * 100) / total));
  return { id, state, progress, lines, parts };
}
