import type { Logger } from 'pino';
import { type Blocks, createBlocks } from '../src/funds/withdrawals/blocks.ts';
import { type Authority, createAuthority } from '../src/funds/withdrawals/authority.ts';

/** The key that the tests' exchanges and signers share. */
export const withdrawalMacKey = 'the tests vouch for withdrawals with this';

/** The withdrawal authority of the tests' exchanges. */
export function testAuthority(log: Pick<Logger, 'fatal'> = { fatal: () => undefined }): Authority {
  return createAuthority({ key: withdrawalMacKey, log });
}

/** Blocks withdrawals of customers with a revoked identity. */
export function testBlocks(authority: Authority): Blocks {
  return createBlocks({ authority, limitWithoutIdentity: 0n });
}
