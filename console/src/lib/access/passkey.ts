/** Passkeys as this browser makes and uses them (WebAuthn); the library comes with the first use. REACH-21. */
import type { PasskeyAnswer, PasskeyMade } from '@mimamori/contract/identity/passkey-answer.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { call } from '../service/api.ts'

/**
 * Why no passkey was used. `insecure`: without https, or in a browser that knows none. `elsewhere`: this page is not at the
 * address for which passkeys are. `cancelled`: by the person, too slowly, or the device has one already.
 */
type Hindrance = 'insecure' | 'elsewhere' | 'cancelled'

export class PasskeyHindered extends Error {
  readonly hindrance: Hindrance
  /** The address for which passkeys are; empty unless it is another one. */
  readonly origin: string

  constructor(hindrance: Hindrance, origin = '') {
    super(hindrance)
    this.name = 'PasskeyHindered'
    this.hindrance = hindrance
    this.origin = origin
  }
}

/** Why this page can use no passkey at all; null: it can. */
export function hindranceHere(): Hindrance | null {
  return globalThis.isSecureContext && 'PublicKeyCredential' in globalThis ? null : 'insecure'
}

/** Throws PasskeyHindered unless passkeys of this origin can be used here. */
export function requireHere(origin: string): void {
  const here = hindranceHere()
  if (here) throw new PasskeyHindered(here)
  if (location.origin !== origin) throw new PasskeyHindered('elsewhere', origin)
}

/** Has the browser make a passkey by the options of `passkey.begin`. Throws PasskeyHindered. */
export async function makePasskey(options: object): Promise<PasskeyMade> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON
  return startRegistration({ optionsJSON }).catch(hindered)
}

/** Asks the service for a challenge and the browser for an answer to it. Throws PasskeyHindered or ApiError. */
export async function answerByPasskey(): Promise<PasskeyAnswer> {
  const here = hindranceHere()
  if (here) throw new PasskeyHindered(here)
  const { origin, options } = await call('passkey.challenge', {})
  requireHere(origin)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return startAuthentication({ optionsJSON }).catch(hindered)
}

function hindered(): never {
  throw new PasskeyHindered('cancelled')
}
