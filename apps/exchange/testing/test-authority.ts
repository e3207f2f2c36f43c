import type { Logger } from 'pino';
import { type Blocks, createBlocks } from '../src/funds/withdrawals/blocks.ts';
import { type Authority, createAuthority } from '../src/funds/withdrawals/authority.ts';

/** What the tests' exchanges and signers have in common. */
export const withdrawalMacKey = 'the tests vouch for withdrawals with this';

/** Vouches as the exchanges of tests do. */
export function testAuthority(log: Pick<Logger, 'fatal'> = { fatal: () => undefined }): Authority {
  return createAuthority({ key: withdrawalMacKey, log });
}

/** Lets a customer whose identity is revoked withdraw nothing. */
export function testBlocks(authority: Authority): Blocks {
  return createBlocks({ authority, limitWithoutIdentity: 0n });
}
