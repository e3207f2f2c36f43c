import type { Api } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { Gateway } from '../../ledger/gateway.ts';

/** Dependencies of the transfer calls. */
export interface TransferOptions {
  readonly api: Api;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
}
