import { up as schema } from './0001-schema.ts';
import { up as smsAlerts } from './0003-sms-alerts.ts';
import { up as customerNames } from './0005-customer-names.ts';
import { up as notifications } from './0006-notifications.ts';
import { up as apiKeys } from './0007-api-keys.ts';
import { up as takerVolumes } from './0008-taker-volumes.ts';
import { up as sealedPhones } from './0009-sealed-phones.ts';
import { up as outbox } from './0010-outbox.ts';
import { up as minimumVersion } from './0011-minimum-version.ts';
import { up as banks } from './0020-banks.ts';
import { boundFills, boundOrders, boundPostings } from './0031-bound-history.ts';
import { proveFills, proveOrders, provePostings } from './0034-prove-bounds.ts';
import { partitionFills, partitionOrders, partitionPostings } from './0037-partition-history.ts';
import { up as orderRetention } from './0040-order-retention.ts';
import { up as archiveHistory } from './0041-archive-history.ts';
import { evmNetworks } from './0042-evm-networks.ts';
import { up as statementExports } from './0043-statement-exports.ts';
import { up as ownerPeriods } from './0044-owner-periods.ts';
import { up as workspaceLayouts } from './0045-workspace-layouts.ts';
import { up as historyForm } from './0046-history-form.ts';
import { up as compactOrders } from './0047-compact-orders.ts';
import { up as paymentRequests } from './0049-payment-requests.ts';
import { up as orderSchedules } from './0052-order-schedules.ts';
import { up as profit } from './0053-profit.ts';
import { up as lastingOwners } from './0054-lasting-owners.ts';
import { up as chartLayouts } from './0056-chart-layouts.ts';
import { up as validUntil } from './0057-valid-until.ts';
import { up as tokens } from './0058-tokens.ts';
import { up as depositRecoveries } from './0059-deposit-recoveries.ts';
import { compactHistory, freeOrderColumns } from './0062-compact-history.ts';
import { up as reserveSignatures } from './0064-reserve-signatures.ts';
import { up as networkPauses } from './0065-network-pauses.ts';
import { up as secondScan } from './0066-second-scan.ts';
import { up as agreedCoins } from './0067-agreed-coins.ts';
import { up as paymentBatches } from './0068-payment-batches.ts';
import { entryParts } from './0070-entry-parts.ts';
import { entryIndexes } from './0071-entry-indexes.ts';
import { fileResults } from './0072-file-results.ts';
import { paymentsByBatch } from './0069-payments-by-batch.ts';
import { up as bankDialects } from './0074-bank-dialects.ts';
import { up as bankRefusals } from './0075-bank-refusals.ts';
import { up as lockKinds } from './0078-lock-kinds.ts';
import { ownPast } from './0082-own-past.ts';
import { up as staffWarnings } from './0084-staff-warnings.ts';
import { latestMessages } from './0085-latest-messages.ts';
import { orderTriggers } from './0090-order-triggers.ts';
import { goodAfter } from './0091-good-after.ts';
import type { Step } from '../migration-step.ts';

/**
 * Every migration by name, in the order of the names. Released migrations never change (`released.sha256`): to change a table, add the
 * next file, `0048-what-it-does.ts`, and list it here.
 */
export const migrations: Readonly<Record<string, Step>> = {
  '0001-schema': { up: schema },
  '0003-sms-alerts': { up: smsAlerts },
  '0005-customer-names': { up: customerNames },
  '0006-notifications': { up: notifications },
  '0007-api-keys': { up: apiKeys },
  '0008-taker-volumes': { up: takerVolumes },
  '0009-sealed-phones': { up: sealedPhones },
  '0010-outbox': { up: outbox },
  '0011-minimum-version': { up: minimumVersion },
  '0020-banks': { up: banks },
  '0031-bound-orders': { up: boundOrders },
  '0032-bound-fills': { up: boundFills },
  '0033-bound-postings': { up: boundPostings },
  '0034-prove-orders': { up: proveOrders },
  '0035-prove-fills': { up: proveFills },
  '0036-prove-postings': { up: provePostings },
  '0037-partition-orders': { up: partitionOrders },
  '0038-partition-postings': { up: partitionPostings },
  '0039-partition-fills': { up: partitionFills },
  '0040-order-retention': { up: orderRetention },
  '0041-archive-history': { up: archiveHistory },
  '0042-evm-networks': evmNetworks,
  '0043-statement-exports': { up: statementExports },
  '0044-owner-periods': { up: ownerPeriods },
  '0045-workspace-layouts': { up: workspaceLayouts },
  '0046-history-form': { up: historyForm },
  '0047-compact-orders': { up: compactOrders },
  '0049-payment-requests': { up: paymentRequests },
  '0052-order-schedules': { up: orderSchedules },
  '0053-profit': { up: profit },
  '0054-lasting-owners': { up: lastingOwners },
  '0056-chart-layouts': { up: chartLayouts },
  '0057-valid-until': { up: validUntil },
  '0058-tokens': { up: tokens },
  '0059-deposit-recoveries': { up: depositRecoveries },
  '0062-free-order-columns': freeOrderColumns,
  '0063-compact-history': compactHistory,
  '0064-reserve-signatures': { up: reserveSignatures },
  '0065-network-pauses': { up: networkPauses },
  '0066-second-scan': { up: secondScan },
  '0067-agreed-coins': { up: agreedCoins },
  '0068-payment-batches': { up: paymentBatches },
  '0069-payments-by-batch': paymentsByBatch,
  '0070-entry-parts': entryParts,
  '0071-entry-indexes': entryIndexes,
  '0072-file-results': fileResults,
  '0074-bank-dialects': { up: bankDialects },
  '0075-bank-refusals': { up: bankRefusals },
  '0078-lock-kinds': { up: lockKinds },
  '0082-own-past': ownPast,
  '0084-staff-warnings': { up: staffWarnings },
  '0085-latest-messages': latestMessages,
  '0090-order-triggers': orderTriggers,
  '0091-good-after': goodAfter,
};
