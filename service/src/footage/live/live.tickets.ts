/**
 * One-time tickets for live sockets, which cannot carry the token in a header. They stay in the memory of this
 * instance alone: the viewer's socket must reach the instance that gave the ticket, which the relay needs anyway.
 */
import { randomBytes } from 'node:crypto'
import { LIVE_TICKET_SECONDS, type LiveRendition } from '@mimamori/contract/footage/live.ts'
import type { Clock } from '#platform/clock.ts'

/** `rights`: what the user was allowed when it was issued, see rightsText. */
export type Pass = {
  sessionId: string
  rights: string
  /** Of the camera. */
  tenantId: string
  cameraId: string
  hubId: string
  /** All that this user may see of the camera. CAM-09. */
  rendition: LiveRendition
  /** When the site's minutes are over; null: it has none. */
  endsAtMs: number | null
}

export type Tickets = {
  issue(pass: Pass): string
  /** The pass, once; null when the ticket is unknown, used or too old. */
  redeem(ticket: string): Pass | null
  /** Of the tickets that can still be redeemed. */
  passes(): Pass[]
}

/** Creates the tickets of this instance. */
export function createTickets(clock: Clock): Tickets {
  const issued = new Map<string, { pass: Pass; untilMs: number }>()
  return {
    issue(pass) {
      const ticket = randomBytes(32).toString('base64url')
      issued.set(ticket, { pass, untilMs: clock.now().getTime() + LIVE_TICKET_SECONDS * 1000 })
      clock.after(LIVE_TICKET_SECONDS * 1000, () => issued.delete(ticket))
      return ticket
    },
    redeem(ticket) {
      const known = issued.get(ticket)
      issued.delete(ticket)
      return known && known.untilMs > clock.now().getTime() ? known.pass : null
    },
    passes: () => [...issued.values()].map(({ pass }) => pass),
  }
}
