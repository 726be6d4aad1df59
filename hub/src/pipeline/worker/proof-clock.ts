/** When each camera raises its hourly test incident: every camera at a moment of its own. Requirement PROOF-01. */
import type { PathProof } from '@mimamori/contract/fleet/hub-event.ts'

export const PROOF_EVERY_MS = 60 * 60_000

/** How long after the full hour a camera's moment is, in ms: it follows from its id, so that a restart changes nothing. */
export function proofOffsetMs(cameraId: string): number {
  // FNV-1a: ids that differ in one place get moments far from each other.
  let hash = 0x811c9dc5
  for (const character of cameraId) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash % PROOF_EVERY_MS
}

export function pathProof(cameraId: string, nowMs: number): PathProof {
  return { type: 'path-proof', cameraId, raisedAt: new Date(nowMs).toISOString() }
}

export class ProofClock {
  /** The turn, hours since the epoch from the camera's own moment on, in which each camera was proven last. */
  readonly #turns = new Map<string, number>()

  /** Whether the camera, which works at `nowMs`, is to raise one now: once a turn, and at once after a start. */
  isDue(cameraId: string, nowMs: number): boolean {
    const turn = Math.floor((nowMs - proofOffsetMs(cameraId)) / PROOF_EVERY_MS)
    if (this.#turns.get(cameraId) === turn) return false
    this.#turns.set(cameraId, turn)
    return true
  }
}
