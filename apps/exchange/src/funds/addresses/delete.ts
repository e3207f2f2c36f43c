import { Code, type calls } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { readRowId } from '../../transport/http/row-id.ts';
import type { Addresses } from './addresses.ts';

/** Deletes one of the customer's addresses; another's is answered like one that does not exist. */
export function deleteAddress(addresses: Addresses): Handler<typeof calls.addresses.delete> {
  return async ({ id }, { customer }) => {
    const row = readRowId(id);
    if (row === null || !(await addresses.remove(customer.id, row))) throw new Refusal(Code.notFound, 'unknownAddress');
    return null;
  };
}
