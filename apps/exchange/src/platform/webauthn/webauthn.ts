import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** A passkey that was shown to be right, before it is kept. */
export interface NewPasskey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** What a browser gets; it hands it to the device as it is. */
export type PasskeyOptions = Readonly<Record<string, unknown>> & { readonly challenge: string };

/** Uses a challenge up: false where it wasn't given out for this, or is used or over. */
export type UseChallenge = (challenge: string) => Promise<boolean>;

export interface KnownPasskey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** What devices are asked to sign for one site, and what they answer. Every device has to be unlocked by its owner. */
export interface Webauthn {
  askForNew(userName: string, known: readonly { readonly id: string }[]): Promise<PasskeyOptions>;
  /** null where the answer isn't right. */
  verifyNew(response: unknown, useChallenge: UseChallenge): Promise<NewPasskey | null>;
  /** Says nothing about anybody: the device knows whose it is. */
  ask(): Promise<PasskeyOptions>;
  /** The device's new counter; null where the answer isn't right, or the counter went back: a copy of the key was used. */
  verify(response: unknown, passkey: KnownPasskey, useChallenge: UseChallenge): Promise<number | null>;
}

export interface WebauthnOptions {
  /** Where people see the site, like `https://fft.example`: a passkey is good there and nowhere else. */
  readonly origin: string;
  readonly timeoutMs: number;
}

/** Ed25519, ES256 and RS256, as COSE numbers them: what devices have. */
const algorithms = [-8, -7, -257];

export function createWebauthn({ origin, timeoutMs: timeout }: WebauthnOptions): Webauthn {
  const rpID = new URL(origin).hostname;
  const site = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  return {
    askForNew: async (userName, known) => ({
      ...(await generateRegistrationOptions({
        rpName: 'FFT',
        rpID,
        userName,
        attestationType: 'none',
        supportedAlgorithmIDs: algorithms,
        timeout,
        excludeCredentials: known.map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })),
    }),
    verifyNew: async (response, useChallenge) => {
      const result = await refusedAsNull(() =>
        verifyRegistrationResponse({
          ...site,
          // The library checks the form of everything in it.
          response: response as RegistrationResponseJSON,
          expectedChallenge: useChallenge,
          supportedAlgorithmIDs: algorithms,
        }),
      );
      if (!result?.verified) return null;
      const { id, publicKey, counter } = result.registrationInfo.credential;
      return { id, publicKey: Buffer.from(publicKey), counter };
    },
    ask: async () => ({ ...(await generateAuthenticationOptions({ rpID, timeout, userVerification: 'required' })) }),
    verify: async (response, { id, publicKey, counter }, useChallenge) => {
      const result = await refusedAsNull(() =>
        verifyAuthenticationResponse({
          ...site,
          response: response as AuthenticationResponseJSON,
          expectedChallenge: useChallenge,
          credential: { id, publicKey: new Uint8Array(publicKey), counter },
        }),
      );
      return result?.verified === true ? result.authenticationInfo.newCounter : null;
    },
  };
}

/** Base64url, of at most 1,023 bytes: nothing else can be a key's. */
const credentialId = /^[A-Za-z0-9_-]{1,1364}$/;

/** The id of the passkey that an answer says it is from; null where it names none. */
export function passkeyIdOf(response: unknown): string | null {
  const id = (response as Partial<AuthenticationResponseJSON> | null)?.id;
  return typeof id === 'string' && credentialId.test(id) ? id : null;
}

/** The library throws where an answer is malformed, or for another site, challenge or key: all of it is "not right". */
async function refusedAsNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
