import type { Migration } from 'kysely';
import { up as journal } from './0001-journal.ts';
import { up as customers } from './0002-customers.ts';
import { up as projection } from './0003-projection.ts';
import { up as faucet } from './0004-faucet.ts';
import { up as rates } from './0005-rates.ts';
import { up as candles } from './0006-candles.ts';
import { up as home } from './0007-home.ts';
import { up as watching } from './0008-watching.ts';
import { up as accountSecurity } from './0010-account-security.ts';
import { up as uploads } from './0011-uploads.ts';
import { up as identities } from './0012-identities.ts';
import { up as audit } from './0013-audit.ts';
import { up as statements } from './0020-statements.ts';
import { up as walletAddresses } from './0021-wallet-addresses.ts';
import { up as withdrawals } from './0022-withdrawals.ts';
import { up as content } from './0023-content.ts';
import { up as passkeys } from './0030-passkeys.ts';
import { up as leanPostings } from './0031-lean-postings.ts';
import { up as custody } from './0032-custody.ts';
import { up as snapshots } from './0033-snapshots.ts';
import { up as orderTerms } from './0034-order-terms.ts';
import { up as location } from './0035-location.ts';
import { up as operators } from './0036-operators.ts';
import { up as utxo } from './0037-utxo.ts';
import { up as approvalAttempts } from './0038-approval-attempts.ts';
import { up as journalPruning } from './0039-journal-pruning.ts';
import { up as liabilities } from './0040-liabilities.ts';
import { up as postingsByEntry } from './0041-postings-by-entry.ts';
import { up as operatorsQueues } from './0042-operators-queues.ts';
import { up as invites } from './0045-invites.ts';
import { up as custodyMending } from './0046-custody-mending.ts';
import { up as identityReviewers } from './0047-identity-reviewers.ts';
import { up as feeTiers } from './0048-fee-tiers.ts';
import { up as hotWallets } from './0049-hot-wallets.ts';
import { up as reserves } from './0050-reserves.ts';
import { up as statementsByTime } from './0051-statements-by-time.ts';
import { up as broadcasts } from './0052-broadcasts.ts';
import { up as whatAFillPosts } from './0053-what-a-fill-posts.ts';
import { up as ledgerShowsWhatIsFrozen } from './0054-ledger-shows-what-is-frozen.ts';
import { up as sweepsSayWhatTheyTake } from './0055-sweeps-say-what-they-take.ts';
import { up as owedStops } from './0056-owed-stops.ts';
import { up as whenLogInsFailed } from './0057-when-log-ins-failed.ts';
import { up as operatorsRequests } from './0058-operators-requests.ts';
import { up as whatGrantsWereOf } from './0059-what-grants-were-of.ts';
import { up as stopsThatWereTold } from './0060-stops-that-were-told.ts';
import { up as landings } from './0061-landings.ts';
import { up as depositsThatWereLost } from './0062-deposits-that-were-lost.ts';
import { up as creditsByReference } from './0063-credits-by-reference.ts';
import { up as withdrawalsThatAreVouchedFor } from './0064-withdrawals-that-are-vouched-for.ts';
import { up as triesAndDevices } from './0065-tries-and-devices.ts';
import { up as auditChain } from './0066-audit-chain.ts';
import { up as controls } from './0067-controls.ts';
import { up as ownerMails } from './0068-owner-mails.ts';
import { up as numberedDecisions } from './0069-numbered-decisions.ts';
import { up as familiarNetworks } from './0070-familiar-networks.ts';
import { up as operatorsEnrol } from './0071-operators-enrol.ts';
import { up as sessionsThatAreVouchedFor } from './0073-sessions-that-are-vouched-for.ts';
import { up as operatorsPasskeys } from './0074-operators-passkeys.ts';

/** Every migration by name, run in the order of the names. One that was released is never changed: add the next. */
export const migrations: Record<string, Migration> = {
  '0001-journal': { up: journal },
  '0002-customers': { up: customers },
  '0003-projection': { up: projection },
  '0004-faucet': { up: faucet },
  '0005-rates': { up: rates },
  '0006-candles': { up: candles },
  '0007-home': { up: home },
  '0008-watching': { up: watching },
  '0010-account-security': { up: accountSecurity },
  '0011-uploads': { up: uploads },
  '0012-identities': { up: identities },
  '0013-audit': { up: audit },
  '0020-statements': { up: statements },
  '0021-wallet-addresses': { up: walletAddresses },
  '0022-withdrawals': { up: withdrawals },
  '0023-content': { up: content },
  '0030-passkeys': { up: passkeys },
  '0031-lean-postings': { up: leanPostings },
  '0032-custody': { up: custody },
  '0033-snapshots': { up: snapshots },
  '0034-order-terms': { up: orderTerms },
  '0035-location': { up: location },
  '0036-operators': { up: operators },
  '0037-utxo': { up: utxo },
  '0038-approval-attempts': { up: approvalAttempts },
  '0039-journal-pruning': { up: journalPruning },
  '0040-liabilities': { up: liabilities },
  '0041-postings-by-entry': { up: postingsByEntry },
  '0042-operators-queues': { up: operatorsQueues },
  '0045-invites': { up: invites },
  '0046-custody-mending': { up: custodyMending },
  '0047-identity-reviewers': { up: identityReviewers },
  '0048-fee-tiers': { up: feeTiers },
  '0049-hot-wallets': { up: hotWallets },
  '0050-reserves': { up: reserves },
  '0051-statements-by-time': { up: statementsByTime },
  '0052-broadcasts': { up: broadcasts },
  '0053-what-a-fill-posts': { up: whatAFillPosts },
  '0054-ledger-shows-what-is-frozen': { up: ledgerShowsWhatIsFrozen },
  '0055-sweeps-say-what-they-take': { up: sweepsSayWhatTheyTake },
  '0056-owed-stops': { up: owedStops },
  '0057-when-log-ins-failed': { up: whenLogInsFailed },
  '0058-operators-requests': { up: operatorsRequests },
  '0059-what-grants-were-of': { up: whatGrantsWereOf },
  '0060-stops-that-were-told': { up: stopsThatWereTold },
  '0061-landings': { up: landings },
  '0062-deposits-that-were-lost': { up: depositsThatWereLost },
  '0063-credits-by-reference': { up: creditsByReference },
  '0064-withdrawals-that-are-vouched-for': { up: withdrawalsThatAreVouchedFor },
  '0065-tries-and-devices': { up: triesAndDevices },
  '0066-audit-chain': { up: auditChain },
  '0067-controls': { up: controls },
  '0068-owner-mails': { up: ownerMails },
  '0069-numbered-decisions': { up: numberedDecisions },
  '0070-familiar-networks': { up: familiarNetworks },
  '0071-operators-enrol': { up: operatorsEnrol },
  '0073-sessions-that-are-vouched-for': { up: sessionsThatAreVouchedFor },
  '0074-operators-passkeys': { up: operatorsPasskeys },
};
