export { type DatabaseIdentity, findPrimary } from './find-primary.ts';
export { PrimaryClient, StaleServer, StandbyServer, UnconfirmedCommit } from './primary-client.ts';
export { NoStandby, StandbyClient } from './standby-client.ts';
export { epochOf, refuseBelow, serversOf, serverUrls } from './servers.ts';
