import type { AnyHandle } from '../database/rooms.ts';
import { publishEvent, type EventBus } from '../database/event-bus.ts';
import { own } from './room.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { AssetSeed } from '../ledger/listings/seeds.ts';

export interface FollowNamesOptions {
  readonly db: AnyHandle;
  readonly eventBus: EventBus;
  readonly directory: Directory;
  readonly onError: (error: unknown) => void;
}

/** Keeps the directory's names of assets that operators list in step, now and after every change in any process. */
export async function followNames({ db: handle, eventBus, directory, onError }: FollowNamesOptions): Promise<void> {
  const db = own(handle);
  const read = async (): Promise<void> => {
    const rows = await db.selectFrom('asset_names').selectAll().execute();
    directory.learnNames(rows.map(({ code, zh, en, fiat }) => ({ code, name: { zh, en }, fiat, decimals: 0 })));
  };
  eventBus.onEvent((event) => {
    if (event.kind === 'assetNamed') read().catch(onError);
  });
  eventBus.onMissed(() => void read().catch(onError));
  await read();
}

/** Sets the display name of an asset; every process receives it. */
export async function nameAsset(handle: AnyHandle, { code, name, fiat }: Omit<AssetSeed, 'decimals'>): Promise<void> {
  const db = own(handle);
  const row = { zh: name.zh, en: name.en, fiat };
  await db
    .insertInto('asset_names')
    .values({ code, ...row })
    .onConflict((conflict) => conflict.column('code').doUpdateSet(row))
    .execute();
  await publishEvent(db, { kind: 'assetNamed' });
}
