import type { Api } from '../http/route.ts';
import type { Directory } from '../listing/directory.ts';
import type { EngineHost } from '../trading/engine-host.ts';
import type { Gateway } from '../trading/gateway.ts';

/** What the transfer calls work with. */
export interface TransferArea {
  readonly api: Api;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
}
