import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { Projector } from '../../ledger/projection/projector.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';

/** The sources of statements. */
export interface StatementSource {
  readonly db: Kysely<Tables>;
  readonly host: Pick<EngineHost, 'sequence' | 'engine'>;
  readonly projector: Pick<Projector, 'reachedFor'>;
  readonly directory: Directory;
}
