import { createHash } from 'node:crypto';
import type { Head } from '@fft/journal';
import type { Kysely, Selectable } from 'kysely';
import type { Tables } from '../room.ts';
import type { OrderRecord } from '../replica/order-record.ts';
import { enginePartsOf, orderPartsOf, packPart, recordsOf, unpackPart } from './parts.ts';

/** Everything that a process holds of the journal up to an entry. */
export interface Snapshot {
  readonly head: Head;
  readonly commandCount: number;
  /** The engine's own snapshot. */
  readonly engine: Uint8Array;
  /** Records of the open orders. */
  readonly records: Iterable<OrderRecord>;
}

/** A snapshot's row: what is known without reading the parts. */
export type SnapshotRow = Selectable<Tables['snapshots']>;

/** A damaged snapshot; an older one, or the journal, serves instead. */
export class SnapshotDamaged extends Error {
  override readonly name = 'SnapshotDamaged';
}

/** Number of snapshots kept. */
const kept = 2;

/** Snapshots up to entry `sequenceMax`, newest first. */
export function listSnapshots(db: Kysely<Tables>, sequenceMax: number): Promise<SnapshotRow[]> {
  return db
    .selectFrom('snapshots')
    .selectAll()
    .where('sequence', '<=', sequenceMax)
    .orderBy('sequence', 'desc')
    .execute();
}

/** Writes a snapshot and deletes all but the newest ones. A crash in between changes nothing. */
export async function saveSnapshot(db: Kysely<Tables>, snapshot: Snapshot, now: number): Promise<void> {
  const { sequence, hash } = snapshot.head;
  await db.transaction().execute(async (transaction) => {
    const digest = createHash('sha256');
    let number = 0;
    const add = async (part: Uint8Array): Promise<void> => {
      digest.update(part);
      const row = { sequence, number, bytes: await packPart(part) };
      await transaction.insertInto('snapshot_parts').values(row).execute();
      number += 1;
    };
    for (const part of enginePartsOf(snapshot.engine)) await add(part);
    const engineParts = number;
    for (const part of orderPartsOf(snapshot.records)) await add(part);
    const counts = { engine_parts: engineParts, order_parts: number - engineParts };
    const row = { sequence, hash, command_count: snapshot.commandCount, ...counts, digest: digest.digest(), time: now };
    await transaction.insertInto('snapshots').values(row).execute();
    const newest = transaction.selectFrom('snapshots').select('sequence').orderBy('sequence', 'desc').limit(kept);
    await transaction.deleteFrom('snapshot_parts').where('sequence', 'not in', newest).execute();
    await transaction.deleteFrom('snapshots').where('sequence', 'not in', newest).execute();
  });
}

/** Reads a snapshot. @throws SnapshotDamaged */
export async function loadSnapshot(db: Kysely<Tables>, row: SnapshotRow): Promise<Snapshot> {
  const digest = createHash('sha256');
  const engine: Uint8Array[] = [];
  const records: OrderRecord[][] = [];
  const partCount = row.engine_parts + row.order_parts;
  let next = readPart(db, row.sequence, 0);
  for (let number = 0; number < partCount; number++) {
    const part = await next;
    // Fetches the next part while this one is read.
    if (number + 1 < partCount) next = readPart(db, row.sequence, number + 1);
    // If this part is damaged, no one awaits the next.
    next.catch(() => undefined);
    digest.update(part);
    if (number < row.engine_parts) engine.push(part);
    else records.push(readRecords(part));
  }
  if (!digest.digest().equals(row.digest)) throw new SnapshotDamaged(`snapshot ${row.sequence} was altered`);
  const { sequence, hash } = row;
  return {
    head: { sequence, hash },
    commandCount: row.command_count,
    engine: Buffer.concat(engine),
    records: records.flat(),
  };
}

async function readPart(db: Kysely<Tables>, sequence: number, number: number): Promise<Buffer> {
  const found = await db
    .selectFrom('snapshot_parts')
    .select('bytes')
    .where('sequence', '=', sequence)
    .where('number', '=', number)
    .executeTakeFirst();
  if (!found) throw new SnapshotDamaged(`part ${number} of snapshot ${sequence} is missing`);
  return unpackPart(found.bytes).catch((cause: unknown) => {
    throw new SnapshotDamaged(`part ${number} of snapshot ${sequence} can't be unpacked`, { cause });
  });
}

function readRecords(part: Uint8Array): OrderRecord[] {
  try {
    return recordsOf(part);
  } catch (cause) {
    throw new SnapshotDamaged("the records of a snapshot can't be read", { cause });
  }
}
