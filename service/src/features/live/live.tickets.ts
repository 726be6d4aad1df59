/**
 * One-time tickets for live sockets, which cannot carry the token in a header. They are kept in the memory of this
 * instance alone: the viewer's socket must reach the instance that gave the ticket, which the relay needs anyway.
 */
import { randomBytes } from 'node:crypto'
import { LIVE_TICKET_SECONDS } from '@mimamori/contract/live.ts'
import type { Clock } from '#platform/clock.ts'

/** `rights`: what the user was allowed when it was issued, see rightsText. */
export type Pass = {
  sessionId: string
  rights: string
  cameraId: string
  hubId: string
  endsAfterSeconds: number | null
}

export type Tickets = {
  issue(pass: Pass): string
  /** The pass, once; null when the ticket is unknown, used or too old. */
  redeem(ticket: string): Pass | null
}

/** Creates the tickets of this instance. */
export function createTickets(clock: Clock): Tickets {
  const passes = new Map<string, { pass: Pass; untilMs: number }>()
  return {
    issue(pass) {
      const ticket = randomBytes(32).toString('base64url')
      passes.set(ticket, { pass, untilMs: clock.now().getTime() + LIVE_TICKET_SECONDS * 1000 })
      clock.after(LIVE_TICKET_SECONDS * 1000, () => passes.delete(ticket))
      return ticket
    },
    redeem(ticket) {
      const known = passes.get(ticket)
      passes.delete(ticket)
      return known && known.untilMs > clock.now().getTime() ? known.pass : null
    },
  }
}
