import type { Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';

export type WithdrawalRow = Selectable<Tables['withdrawals']>;
