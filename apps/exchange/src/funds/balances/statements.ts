import type { calls } from '@fft/contract';
import type { AccountKind } from '@fft/engine';
import type { Handler } from '../../transport/http/route.ts';
import { readStatement } from './statement.ts';
import type { StatementSource } from './statement-source.ts';

/** Returns the statement of one of the customer's accounts, page by page. */
export function statementOf(
  source: StatementSource,
  kind: AccountKind,
): Handler<typeof calls.assets.coinStatement | typeof calls.assets.fiatStatement> {
  return (query, { customer }) => readStatement(source, { owner: customer.id, kind }, query);
}
