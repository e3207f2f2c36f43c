import { consoleCalls } from '@fft/console-contract';
import { writeAudit } from '../audit/audit.ts';
import { tokenTarget } from '../assets/listed-tokens.ts';
import { askTokenCheck, newestChecks } from '../assets/token-checks.ts';
import { createTokenListing, followedEvm, listedTokens, type TokenRules } from '../assets/token-listing.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface TokensOptions extends TokenRules {
  readonly approvals: Pick<Approvals, 'propose'>;
}

/** Binds the calls about tokens that operators list. */
export function bindTokens(bind: Bind, options: TokensOptions): void {
  const { db, approvals, now } = options;
  const { tokens } = consoleCalls;

  bind(tokens.list, async () => {
    const networks = (await followedEvm(db)).map(({ chain }) => chain);
    return { networks, tokens: await listedTokens(db), checks: await newestChecks(db) };
  });
  bind(tokens.check, async ({ chain, contract }, { name: operator }) => {
    return askTokenCheck(db, { chain, contract, operator, time: now() });
  });
  bind(tokens.propose, async ({ requestId, ...wanted }, by) => {
    const { answer, token } = await createTokenListing(options).examine(wanted);
    const { symbol, name, findings } = answer;
    const seen = {
      symbol,
      name,
      findings: findings.join(', '),
      signer: answer.signer ? ('atSigner' as const) : ('notAtSigner' as const),
    };
    const input = { check: wanted.check, ...token, ...seen };
    const target = tokenTarget(token);
    const approval = await approvals.propose(by, { act: 'token', target, input, requestId });
    return { approval: approval.id };
  });
}

/** Lists a token that two operators agreed to. */
export function createTokenApproval(options: TokenRules): ExecuteApproval<'token'> {
  const listing = createTokenListing(options);
  return async (wanted, { by, agreement }) => {
    await listing.list(wanted, agreement);
    const { coin, chain, contract } = wanted;
    return {
      record: (transaction) =>
        writeAudit(transaction, {
          time: options.now(),
          operator: by.name,
          act: 'token.list',
          target: tokenTarget({ chain, coin }),
          after: { contract, proposer: agreement.first },
        }),
    };
  };
}
