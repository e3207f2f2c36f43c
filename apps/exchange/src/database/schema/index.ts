import { journalSchema } from '@fft/journal';
import { accountsSchema } from './accounts.ts';
import { adminSchema } from './admin.ts';
import { assetsSchema } from './assets.ts';
import { auditSchema } from './audit.ts';
import { banksSchema } from './banks.ts';
import { contentSchema } from './content.ts';
import { custodySchema } from './custody.ts';
import { demoSchema } from './demo.ts';
import { fundsSchema } from './funds.ts';
import { historySchema } from './history.ts';
import { identitySchema } from './identity.ts';
import { ledgerSchema } from './ledger.ts';
import { marketsSchema } from './markets.ts';
import { notificationsSchema } from './notifications.ts';
import { ordersSchema } from './orders.ts';
import { picturesSchema } from './pictures.ts';
import { versionsSchema } from './versions.ts';

/**
 * The data model, room by room, in the order of references. In all tables, a `customer` is a row of `customers`, times are milliseconds since the epoch,
 * money is in the ledger's units unless a comment says otherwise, and assets and markets are the engine's numbers.
 * @param now the time from which history has partitions
 */
export const schemaAt = (now: Date): readonly string[] => [
  versionsSchema,
  journalSchema,
  historySchema(now),
  ledgerSchema,
  accountsSchema,
  picturesSchema,
  identitySchema,
  assetsSchema,
  marketsSchema,
  fundsSchema,
  custodySchema,
  banksSchema,
  ordersSchema,
  contentSchema,
  notificationsSchema,
  auditSchema,
  adminSchema,
  demoSchema,
];
