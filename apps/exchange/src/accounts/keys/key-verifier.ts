import { hasEnded, type Customer } from '../../transport/http/context.ts';
import {
  keyOfSession,
  type KeyRefusal,
  type KeyVerdict,
  type KeyVerifier,
  type SignedRequest,
} from '../../transport/http/signed-request.ts';
import { createKeyMemory, type KeyMemoryOptions, type KnownKey } from './key-memory.ts';
import { readSignedPayload, type SignedPayload } from './signed-payload.ts';

export interface ApiKeyVerifier extends KeyVerifier {
  /** Forgets a key that ended here or in another process; ids of sessions are ignored. */
  forget(sessionId: string): void;
  /** Forgets all keys, after revocations may have been missed. */
  forgetAll(): void;
}

const keyForm = /^[0-9a-f]{64}$/;
/** The last use is written at most this often. */
const useNotedEveryMs = 60_000;

/** Verifies signed requests against cached keys: whichever door a request comes through, this is the only judge. */
export function createKeyVerifier(options: KeyMemoryOptions): ApiKeyVerifier {
  const { now } = options;
  const memory = createKeyMemory(options);

  function judge(key: KnownKey | null, request: SignedRequest, signed: SignedPayload): KeyVerdict {
    if (key === null) return refused('keyUnknown');
    if (!key.check(signed.payload, signed.signature)) return refused('signatureWrong');
    const reason = unusable(key, request.now, request.address);
    if (reason !== null) return refused(reason);
    noteUse(options, request, key);
    return { ok: true, customer: key.customer, rights: key.rights, key: request.apiKey };
  }

  return {
    now,
    verifySignedRequest: (request) => {
      if (!keyForm.test(request.apiKey)) return refused('keyMalformed');
      const signed = readSignedPayload(request, request.now);
      if (typeof signed === 'string') return refused(signed);
      const key = memory.find(request.apiKey);
      return key instanceof Promise ? key.then((found) => judge(found, request, signed)) : judge(key, request, signed);
    },
    knows: memory.has,
    current: (id, address) => {
      const customerOf = (found: KnownKey | null): Customer | null =>
        found !== null && unusable(found, now(), address) === null ? found.customer : null;
      const key = memory.find(id);
      return key instanceof Promise ? key.then(customerOf) : customerOf(key);
    },
    forget: (sessionId) => {
      const id = keyOfSession(sessionId);
      if (id !== null) memory.forget(id);
    },
    forgetAll: memory.forgetAll,
  };
}

function refused(reason: KeyRefusal): KeyVerdict {
  return { ok: false, reason };
}

function unusable(key: KnownKey, time: number, address: string): KeyRefusal | null {
  if (hasEnded(key.customer, time)) return 'keyExpired';
  return key.allows === null || key.allows(address) ? null : 'addressNotAllowed';
}

/** Writes the last use without waiting for it. */
function noteUse({ db, log, now }: KeyMemoryOptions, { apiKey, address }: SignedRequest, key: KnownKey): void {
  const time = now();
  if (time - key.usedNotedAt < useNotedEveryMs) return;
  key.usedNotedAt = time;
  db.updateTable('api_keys')
    .set({ used: time, used_from: address })
    .where('id', '=', apiKey)
    .execute()
    .catch((error: unknown) => log.warn({ err: error }, 'apiKey.useNotNoted'));
}
