/** The rule of deeds that ask again who works. Requirement REACH-24. */
import { PROOF_MINUTES } from '@mimamori/contract/identity/proof.ts'
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import type { Actor } from './session.ts'

/** Whether somebody proved who they are a short time ago: a screen that was left open proves nothing. */
export function isProven({ provenAt }: Pick<Actor, 'provenAt'>, now: Date): boolean {
  return provenAt !== null && now.getTime() - Date.parse(provenAt) <= PROOF_MINUTES * MINUTE_MS
}
