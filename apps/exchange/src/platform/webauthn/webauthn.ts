import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';

/** A verified passkey, not stored yet. */
export interface NewPasskey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** Options for the browser, which passes them to the device unchanged. */
export type PasskeyOptions = Readonly<Record<string, unknown>> & { readonly challenge: string };

/** Consumes a challenge; false if it was not issued for this purpose, was used, or has expired. */
export type UseChallenge = (challenge: string) => Promise<boolean>;

export interface KnownPasskey {
  readonly id: string;
  readonly publicKey: Buffer;
  readonly counter: number;
}

/** Creates and verifies WebAuthn ceremonies for one site. Every device must verify its user. */
export interface Webauthn {
  askForNew(userName: string, known: readonly { readonly id: string }[]): Promise<PasskeyOptions>;
  /** Returns null if the answer is invalid. */
  verifyNew(response: unknown, useChallenge: UseChallenge): Promise<NewPasskey | null>;
  /** Reveals nothing about any account: the device knows the passkey's owner. */
  ask(): Promise<PasskeyOptions>;
  /** Returns the device's new counter; null if the answer is invalid, or the counter went back, which means that a copy of the key was used. */
  verify(response: unknown, passkey: KnownPasskey, useChallenge: UseChallenge): Promise<number | null>;
}

export interface WebauthnOptions {
  /** The site's address in the browser, such as `https://fft.example`: a passkey is valid only there. */
  readonly origin: string;
  /** The product's name, which the device shows. */
  readonly brand: string;
  readonly timeoutMs: number;
}

/** Ed25519, ES256 and RS256 by their COSE numbers: the algorithms that devices support. */
const algorithms = [-8, -7, -257];

export function createWebauthn({ origin, brand, timeoutMs: timeout }: WebauthnOptions): Webauthn {
  const rpID = new URL(origin).hostname;
  const site = { expectedOrigin: origin, expectedRPID: rpID, requireUserVerification: true };
  return {
    askForNew: async (userName, known) => ({
      ...(await generateRegistrationOptions({
        rpName: brand,
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
          // The library validates the rest of its structure.
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

/** Base64url of at most 1,023 bytes, the limit of credential ids. */
const credentialId = /^[A-Za-z0-9_-]{1,1364}$/;

/** The passkey id that an answer claims; null if there is none. */
export function passkeyIdOf(response: unknown): string | null {
  const id = (response as Partial<AuthenticationResponseJSON> | null)?.id;
  return typeof id === 'string' && credentialId.test(id) ? id : null;
}

/** The library throws for malformed answers and for another site, challenge or key; all of them are invalid. */
async function refusedAsNull<T>(verify: () => Promise<T>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}
