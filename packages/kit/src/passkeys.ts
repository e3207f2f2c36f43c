/** The owner left the device's question, or the device has nothing to show. Nothing has to be said. */
class PasskeyLeft extends Error {
  override readonly name = 'PasskeyLeft';
}

/** Whether this browser has passkeys, in the form that calls carry. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

function answerOf(credential: Credential | null): Record<string, unknown> {
  if (!(credential instanceof PublicKeyCredential)) throw new PasskeyLeft('the device gave no passkey');
  return credential.toJSON() as unknown as Record<string, unknown>;
}

async function asked(ask: () => Promise<Credential | null>): Promise<Record<string, unknown>> {
  try {
    return answerOf(await ask());
  } catch (error) {
    const left = error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');
    throw left ? new PasskeyLeft('left', { cause: error }) : error;
  }
}

/** Has the device make a passkey. @throws {PasskeyLeft} */
export function makePasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  return asked(() => navigator.credentials.create({ publicKey }));
}

/** Has the device sign with one. @throws {PasskeyLeft} */
export function showPasskey(options: Record<string, unknown>): Promise<Record<string, unknown>> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  return asked(() => navigator.credentials.get({ publicKey }));
}
