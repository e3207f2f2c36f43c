/** The customer dismissed the prompt, or the device has no passkey. Callers show no error. */
class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyLeft';
}

/** Returns true if the browser supports passkeys and their JSON form. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

function answerOf(credential: Credential | null): Record<string, unknown> {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyCancelled('the device returned no passkey');
  return credential.toJSON() as unknown as Record<string, unknown>;
}

async function withCancellation(ask: () => Promise<Credential | null>): Promise<Record<string, unknown>> {
  try {
    return answerOf(await ask());
  } catch (error) {
    const left = error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
    throw left ? new PasskeyCancelled('the passkey prompt was dismissed', { cause: error }) : error;
  }
}

/** Creates a passkey on the device. @throws {PasskeyCancelled} */
export function createPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return withCancellation(() => navigator.credentials.create({ publicKey }));
}

/** Signs a challenge with a passkey of the device. @throws {PasskeyCancelled} */
export function signWithPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return withCancellation(() => navigator.credentials.get({ publicKey }));
}
