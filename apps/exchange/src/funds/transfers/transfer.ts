import { calls } from '@fft/contract';
import { route } from '../../transport/http/route.ts';
import type { TransferArea } from './area.ts';
import { changeTransfer } from './change.ts';
import { readTransfer } from './read.ts';

/** Binds the calls that transfer money between a customer's own accounts. */
export function serveTransfer(area: TransferArea): void {
  route(area.api, calls.transfer.balances, readTransfer(area));
  route(area.api, calls.transfer.submit, changeTransfer(area));
}
