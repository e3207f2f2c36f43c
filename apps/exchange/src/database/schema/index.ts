import { journalSchema } from '@fft/journal';
import { accountsSchema } from './accounts.ts';
import { adminSchema } from './admin.ts';
import { auditSchema } from './audit.ts';
import { contentSchema } from './content.ts';
import { custodySchema } from './custody.ts';
import { demoSchema } from './demo.ts';
import { fundsSchema } from './funds.ts';
import { identitySchema } from './identity.ts';
import { ledgerSchema } from './ledger.ts';
import { marketsSchema } from './markets.ts';
import { picturesSchema } from './pictures.ts';

/**
 * The data model, module by module, in the order of references. In all tables, a `customer` is a row of `customers`, times are milliseconds since the epoch,
 * money is in the ledger's units unless a comment says otherwise, and assets and markets are the engine's numbers.
 */
export const schema: readonly string[] = [
  journalSchema,
  ledgerSchema,
  accountsSchema,
  picturesSchema,
  identitySchema,
  marketsSchema,
  fundsSchema,
  custodySchema,
  contentSchema,
  auditSchema,
  adminSchema,
  demoSchema,
];
