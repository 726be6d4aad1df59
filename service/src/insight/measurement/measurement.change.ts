/** Proposes a change of an app that leaves fewer alerts and loses no confirmed fall. Requirement LOAD-01; domain.md "Alarm load". */

import {
  type appChangeEndpoints,
  candidatesOf,
  chosenOf,
  fallsAtRisk,
  isHarmless,
} from '@mimamori/contract/insight/app-change.ts'
import { retainedOf, WHAT_IF_DAYS } from '@mimamori/contract/insight/what-if.ts'
import { DAY_MS } from '@mimamori/contract/shared/duration.ts'
import type { Handlers } from '#platform/context.ts'
import { found } from '#platform/service-error.ts'
import { settingsFrom, toHubSettings } from '#shared/desired-rules.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { replayAll } from './measurement.replay.ts'
import { type JudgedAlert, readBlocks, readJudged, readReplayCamera } from './measurement.what-if.queries.ts'

export const appChangeRoutes: Handlers<typeof appChangeEndpoints> = {
  async 'cameraApp.change'({ actor, asTenant, now }, { params }) {
    const { appCode } = params
    const cameraId = params.cameraId.toLowerCase()
    const scope = found(residentScope(actor))
    const from = new Date(now.getTime() - WHAT_IF_DAYS * DAY_MS)
    const { camera, blocks, alerts, falls } = await asTenant(async (db) => {
      const camera = found(await readReplayCamera(db, scope, { cameraId, appCode }))
      const of = { tenantId: camera.tenantId, cameraId, from, to: now }
      const alerts = await readJudged(db, { ...of, appCode })
      const falls = appCode === 'A005' ? alerts : await readJudged(db, { ...of, appCode: 'A005' })
      return { camera, blocks: await readBlocks(db, of), alerts, falls: falls.filter(isReal).map(secondOf) }
    })
    const answer = { from: from.toISOString(), to: now.toISOString(), location: camera.location }
    const { settings: stored, sensitivity, schedule, timezone } = camera
    const settings = toHubSettings(settingsFrom(appCode, { sensitivity, ...stored }), camera)
    const candidates = candidatesOf(settings)
    const rules = [settings, ...candidates.map((one) => one.settings)]
    const { seconds, raised } = await replayAll(
      blocks,
      rules.map((rule) => ({ settings: rule, schedule, timezone })),
    )
    const measuredShare = Math.min(1, seconds.size / ((now.getTime() - from.getTime()) / 1000))
    if (stored === null || seconds.size === 0)
      return { ...answer, measuredShare, proposal: null, reason: 'not-measured' as const }
    const present = raised[0]!.length
    const isMeasured = (second: number) => seconds.has(second)
    const known = alerts.filter(({ second }) => isMeasured(second))
    const past = { isFallApp: appCode === 'A005', alerts: alerts.map(secondOf), falls, isMeasured }
    const tried = candidates.map(({ change }, at) => {
      const replayed = raised[at + 1]!
      const isSafe = fallsAtRisk(past, replayed) === 0 && isHarmless(known, replayed)
      return { change, replayed, fewer: present - replayed.length, isSafe }
    })
    const chosen = chosenOf(tried)
    if (typeof chosen === 'string') return { ...answer, measuredShare, proposal: null, reason: chosen }
    const { change, fewer, replayed } = chosen
    const proposal = { change, raised: present, fewer, ...goneOf(known, replayed), falls: falls.length }
    return { ...answer, measuredShare, proposal, reason: null }
  },
}

const secondOf = ({ second }: JudgedAlert): number => Number(second)
const isReal = ({ verdict }: JudgedAlert): boolean => verdict === 'real'

function goneOf(alerts: readonly JudgedAlert[], replayed: readonly number[]) {
  const { isRetained } = retainedOf(alerts.map(secondOf), replayed)
  const gone = alerts.filter((_, at) => !isRetained[at])
  const falseGone = gone.filter(({ verdict }) => verdict === 'false-alarm').length
  return { falseGone, realGone: gone.filter(isReal).length }
}
