import type { Logger } from 'pino';
import { type Blocks, createBlocks } from '../src/funds/withdrawals/blocks.ts';
import type { FourEyes } from '../src/funds/withdrawals/four-eyes.ts';
import type { WithdrawalReview } from '../src/funds/withdrawals/review.ts';
import { type Authority, createAuthority } from '../src/funds/withdrawals/authority.ts';

/** The key that the tests' exchanges and signers share. */
export const withdrawalMacKey = 'the tests vouch for withdrawals with this';

/** The withdrawal authority of the tests' exchanges. */
export function testAuthority(log: Pick<Logger, 'fatal'> = { fatal: () => undefined }): Authority {
  return createAuthority({ key: withdrawalMacKey, log });
}

/** Two operators for withdrawals from 100,000 USDT on; nobody passed an identity. */
export const testFourEyes: FourEyes = { fourEyesFrom: 100_000_000_000n, passedBy: async () => null };

/** Approves a withdrawal as one operator who has seen it. */
export async function viewAndApprove(review: WithdrawalReview, id: number, operator: string): Promise<void> {
  await review.view(id, operator);
  await review.approve(id, operator);
}

/** Blocks withdrawals of customers with a revoked identity. */
export function testBlocks(authority: Authority): Blocks {
  return createBlocks({ authority, limitWithoutIdentity: 0n });
}
