/** Another system of the site raises an alert with a token, of a kind that the site names. Requirement REACH-54. */
import { LATE_AFTER_MS } from '@mimamori/contract/alerting/alert-lists.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import { SIGNAL_SAME_HOURS, type signalEndpoints } from '@mimamori/contract/alerting/signal.ts'
import { HUB_OFFLINE_AFTER_SECONDS } from '@mimamori/contract/fleet/heartbeat.ts'
import { PRESS_AHEAD_MS } from '@mimamori/contract/shared/alarm-state.ts'
import { SIGNAL } from '@mimamori/contract/shared/app-catalogue.ts'
import { DAY_MS, HOUR_MS } from '@mimamori/contract/shared/duration.ts'
import type { Context, Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { residentScope } from '#shared/resident-scope.ts'
import {
  findKnown,
  insertSignal,
  readPlaces,
  readSender,
  type SignalPlace,
  type StoredSignal,
} from './signal.queries.ts'

export const signalRoutes: Handlers<typeof signalEndpoints> = {
  async 'signal.raise'(context, { body }) {
    const { actor, asPlatform, db, audit, now, rateLimit } = context
    const occurredAt = believedTime(body.occurredAt, now)
    const scope = found(residentScope(actor))
    const { externalId = null, note = '' } = body
    const { isKnown, signal } = await asPlatform('raise a signal', async (platform) => {
      const since = new Date(now.getTime() - SIGNAL_SAME_HOURS * HOUR_MS)
      const known = externalId === null ? undefined : await findKnown(platform, actor.userId, externalId, since)
      if (known) return { isKnown: true, signal: known }
      rateLimit.take('signal', actor.userId)
      const heardAfter = new Date(now.getTime() - HUB_OFFLINE_AFTER_SECONDS * 1000)
      const place = placeOf(await readPlaces(platform, scope, body, heardAfter))
      const accountName = await readSender(platform, actor.userId)
      const sent = { accountId: actor.userId, accountName, externalId, note, occurredAt }
      const clipUnasked = unaskedOf(place, occurredAt, now)
      const stored = await insertSignal(platform, place, { ...sent, clipUnasked }, now)
      context.afterCommit(() => announce(context, place, stored))
      await db.writeTo(place.tenantId)
      const details = { kind: stored.kindName, externalId }
      await audit({ action: 'signal.raise', objectType: 'alert', objectId: stored.alertId, details })
      return { isKnown: false, signal: stored }
    })
    const { clipUnasked, ...answered } = signal
    return { ...answered, isKnown, clip: clipUnasked ?? 'asked' }
  },
}

/** Hubs keep the frames of the last 18 seconds at least. */
const CLIP_WITHIN_MS = 30_000

function unaskedOf({ isOnline }: SignalPlace, occurredAt: Date, now: Date) {
  if (!isOnline) return 'camera-away'
  return now.getTime() - occurredAt.getTime() > CLIP_WITHIN_MS ? 'signal-late' : null
}

/** A clock that is a little ahead means now. */
function believedTime(sent: string | undefined, now: Date): Date {
  if (sent === undefined) return now
  const agoMs = now.getTime() - Date.parse(sent)
  if (agoMs < -PRESS_AHEAD_MS) throw fail('time-ahead')
  if (agoMs > DAY_MS) throw fail('time-past')
  return agoMs < 0 ? now : new Date(sent)
}

/** The camera that is asked for the clip: the first of the one room. */
function placeOf(places: readonly SignalPlace[]) {
  const [place] = places
  if (!place) throw fail('room-unknown')
  if (places.some(({ room }) => room !== place.room)) throw fail('room-several')
  const { kind } = place
  if (!kind) throw fail('kind-unknown')
  return { ...place, kind }
}

/** Notifies open consoles, sends the messages, and requests the image and the clip from the hub. */
function announce({ bus, wakeSignals, orderHub, now }: Context, place: SignalPlace, signal: StoredSignal): void {
  const { tenantId, hubId, cameraId, cameraName, location, unitId } = place
  const { alertId, kindName, severity, occurredAt } = signal
  const isLate = now.getTime() - Date.parse(occurredAt) >= LATE_AFTER_MS
  const raised = { type: 'alert-raised' as const, activity: SIGNAL, alertId, cameraId, cameraName, location, unitId }
  const event: LiveEvent = isLate
    ? { type: 'alarm-changed', alertIds: [alertId], unitId }
    : { ...raised, kindName, severity, occurredAt }
  bus.publish(tenantId, event)
  if (hubId && signal.clipUnasked === null) {
    orderHub(hubId, { type: 'footage-wanted', appCode: SIGNAL, alertId, cameraId, severity, since: occurredAt })
  }
  wakeSignals.send('notice')
  wakeSignals.send('escalation')
}
