import { randomBytes } from 'node:crypto';
import { calls } from '@fft/contract';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { refuseMoreStops, type StopBound } from '../../audit/acts-per-hour.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { createFieldCipher } from '../../platform/crypto/field-cipher.ts';
import { route, type Api } from '../../transport/http/route.ts';
import { sessionOfKey } from '../../transport/http/signed-request.ts';
import type { Account } from '../account.ts';
import { endingTransaction } from '../sessions/ending-transaction.ts';
import { createApiKeyMacs, deleteApiKey, deleteApiKeys, listApiKeys } from './api-key-rows.ts';
import { secretLabelOf } from './key-memory.ts';
import { createKeyVerifier, type ApiKeyVerifier } from './key-verifier.ts';
import { createCreateKey, createListKeys, createRevokeKey } from './manage-keys.ts';
import type { AddApiKey, NewApiKey, OnApiKeyCreated, OperatorsKeys } from './new-api-key.ts';

export interface ApiKeysOptions extends StopBound {
  readonly account: Account;
  readonly db: Kysely<Tables>;
  /** Secrets are sealed and rows authenticated by keys derived from it. */
  readonly secret: string;
  /** Notifies the owner in the transaction that adds the key. */
  readonly onCreated: OnApiKeyCreated;
  readonly log: Logger;
  readonly now: () => number;
}

export interface ApiKeys {
  readonly verifier: ApiKeyVerifier;
  readonly ofCustomers: OperatorsKeys;
  bindCalls(api: Api): void;
  /** Replaces the keys of an account that the exchange itself keeps by one new HMAC key. */
  replaceAll(customer: number, key: Pick<NewApiKey, 'name' | 'rights'>): Promise<{ id: string; secret: string }>;
}

export function createApiKeys(options: ApiKeysOptions): ApiKeys {
  const { account, db, secret, onCreated, log, now, stopsPerHour } = options;
  const seal = createFieldCipher(secret);
  const macs = createApiKeyMacs(secret);
  const verifier = createKeyVerifier({ db, seal, macs, log, now });

  const add: AddApiKey = async (transaction, customer, key) => {
    const id = randomBytes(32).toString('hex');
    const made = key.publicKey === null ? randomBytes(32).toString('hex') : null;
    const granted = {
      id,
      customer,
      name: key.name,
      kind: made === null ? ('ed25519' as const) : ('hmac' as const),
      material: key.publicKey ?? seal.close(made ?? '', secretLabelOf(id)),
      rights: key.rights.join(','),
      addresses: key.addresses.join(','),
      created: now(),
      expires: key.expires,
    };
    const row = { ...granted, mac: macs.macOf(granted), used: null, used_from: null };
    await transaction.insertInto('api_keys').values(row).execute();
    return { id, secret: made };
  };

  return {
    verifier,
    ofCustomers: {
      list: (customer) => listApiKeys(db, macs, customer),
      revoke: ({ customer, id, operator }) =>
        endingTransaction({ db, hear: account.sessions.hear }, async (transaction, publishEnded) => {
          await refuseMoreStops(transaction, { stopsPerHour }, { operator, time: now() });
          if (!(await deleteApiKey(transaction, customer, id))) return false;
          await publishEnded([sessionOfKey(id)]);
          const target = `customer ${customer}`;
          const after = { apiKey: id };
          await writeAudit(transaction, { time: now(), operator, act: 'account.revokeApiKey', target, after });
          return true;
        }),
    },
    bindCalls: (api) => {
      const list = (customer: number) => listApiKeys(db, macs, customer);
      route(api, calls.keys.list, createListKeys(list));
      route(api, calls.keys.create, createCreateKey({ account, db, add, list, onCreated, now }));
      route(api, calls.keys.revoke, createRevokeKey({ db, list, sessions: account.sessions }));
    },
    replaceAll: async (customer, key) => {
      const made = await db.transaction().execute(async (transaction) => {
        const ended = await deleteApiKeys(transaction, customer);
        const own = { ...key, addresses: [], expires: null, publicKey: null };
        return { ended, ...(await add(transaction, customer, own)) };
      });
      account.sessions.announce(made.ended);
      return { id: made.id, secret: made.secret ?? '' };
    },
  };
}
