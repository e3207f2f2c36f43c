import { calls, type CallOutput } from '@fft/contract';
import { neighboursOf, pathOf } from '@fft/liabilities';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { Tables } from '../room.ts';
import { route, type Api } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { chainName } from '../../assets/networks.ts';
import { nonceOf } from './grow-tree.ts';

export interface ProofOptions {
  readonly api: Api;
  readonly reading: Kysely<Tables>;
  readonly directory: Directory;
  /** Custody's holdings at its last check, by chain. */
  readonly reserves: () => Promise<readonly Omit<CallOutput<typeof calls.proof.reserves>[number], 'name'>[]>;
}

type DayRow = Selectable<Tables['liability_days']>;
type Proof = CallOutput<typeof calls.proof.inclusion>[number];

const daysShown = 30;

/** Binds the calls for liabilities. */
export function serveProof({ api, reading, directory, reserves }: ProofOptions): void {
  const days = (limit: number): Promise<DayRow[]> =>
    reading.selectFrom('liability_days').selectAll().orderBy('day', 'desc').limit(limit).execute();

  route(api, calls.proof.liabilities, async () => {
    const rows = await days(daysShown);
    const signatures = await signaturesOf(
      reading,
      rows.map(({ day }) => day),
    );
    return rows.map(({ day, sequence, time, totals }) => ({
      day,
      sequence: String(sequence),
      time,
      totals: totals.map(({ asset, total, hash, madeUp, held, leaving }) => ({
        asset,
        total,
        hash,
        decimals: directory.asset(directory.assetId(asset) ?? 0).decimals,
        madeUp: madeUp ?? '0',
        held: held ?? null,
        leaving: leaving ?? '0',
      })),
      signatures: signatures.flatMap(({ day: of, ...one }) => (of === day ? [one] : [])),
    }));
  });

  route(api, calls.proof.inclusion, async ({ day }, { customer }) => {
    const published = await days(daysShown);
    const selected = day === undefined ? published[0] : published.find((one) => one.day === day);
    if (!selected) return [];
    const leaves = await reading
      .selectFrom('liability_nodes')
      .selectAll()
      .where('day', '=', selected.day)
      .where('customer', '=', customer.id)
      .orderBy('asset')
      .execute();
    return Promise.all(leaves.map((leaf) => proofOf(selected, leaf, customer.id)));
  });

  route(api, calls.proof.reserves, async (_input, { lang }) =>
    (await reserves()).map((one) => ({ ...one, name: chainName(directory.tokens, one.chain, lang) })),
  );

  async function proofOf(
    { day, secret, totals }: DayRow,
    { asset, place, sum }: Selectable<Tables['liability_nodes']>,
    customer: number,
  ): Promise<Proof> {
    const rows = totals.find((total) => total.asset === asset)?.rows ?? 1;
    const neighbours = neighboursOf(place, rows);
    const { rows: found } = await sql<{ row: number; hash: string; sum: string }>`
      select node.row, node.hash, node.sum from liability_nodes node
      join unnest(${neighbours}::int[]) with ordinality as beside (place, number)
        on node.row = beside.number - 1 and node.place = beside.place
      where node.day = ${day} and node.asset = ${asset}
    `.execute(reading);
    const besides = new Map(found.map((node) => [node.row, { hash: node.hash, sum: BigInt(node.sum) }]));
    const path = pathOf(place, (row) => besides.get(row) ?? null, neighbours.length);
    return { day, asset, customer: String(customer), nonce: nonceOf(secret, asset, customer), amount: sum, path };
  }
}

/** What wallets signed on these days. The rows are not believed: who reads them checks each signature. */
function signaturesOf(reading: Kysely<Tables>, days: readonly string[]) {
  return reading
    .selectFrom('reserve_signatures')
    .select(['day', 'chain', 'address', 'signature'])
    .where('day', 'in', ['', ...days])
    .orderBy('chain')
    .orderBy('address')
    .execute();
}
