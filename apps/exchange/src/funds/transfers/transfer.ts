import { calls } from '@fft/contract';
import { route } from '../../transport/http/route.ts';
import type { TransferOptions } from './options.ts';
import { changeTransfer } from './change.ts';
import { readTransfer } from './read.ts';

/** Binds the calls that transfer money between a customer's own accounts. */
export function serveTransfer(options: TransferOptions): void {
  route(options.api, calls.transfer.balances, readTransfer(options));
  route(options.api, calls.transfer.submit, changeTransfer(options));
}
