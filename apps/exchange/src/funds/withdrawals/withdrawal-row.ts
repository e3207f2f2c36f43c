import type { Selectable } from 'kysely';
import type { Tables } from '../room.ts';

export type WithdrawalRow = Selectable<Tables['withdrawals']>;
