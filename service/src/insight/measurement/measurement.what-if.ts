/** Replays other settings of an app over the last days of a camera's feature log. Requirement APP-06. */
import type { AppSettings, HubAppSettings } from '@mimamori/contract/camera/app-settings.ts'
import { retainedOf, WHAT_IF_DAYS, type WhatIf, type whatIfEndpoints } from '@mimamori/contract/insight/what-if.ts'
import { alertAppCode } from '@mimamori/contract/shared/apps.ts'
import type { Handlers } from '#platform/context.ts'
import { fail, found } from '#platform/service-error.ts'
import { type DetectionSettings, toHubSettings } from '#shared/desired-rules.ts'
import { residentScope } from '#shared/resident-scope.ts'
import { replayAll } from './measurement.replay.ts'
import { type JudgedAlert, readBlocks, readJudged, readReplayCamera } from './measurement.what-if.queries.ts'

const DAY_MS = 86_400_000
const NEWEST_LISTED = 50
/** Less than this is missing on any day on which a hub was restarted. */
const GAPS_SHARE = 0.02

export const whatIfRoutes: Handlers<typeof whatIfEndpoints> = {
  async 'cameraApp.whatIf'({ actor, asTenant, now }, { params, body }) {
    const { appCode } = params
    const cameraId = params.cameraId.toLowerCase()
    const { settings: own, schedule } = body
    if (!isDetection(own) || own.appCode !== appCode) {
      throw fail('invalid-request', { 'settings.appCode': 'invalid' })
    }
    const scope = found(residentScope(actor))
    const from = new Date(now.getTime() - WHAT_IF_DAYS * DAY_MS)
    const { camera, blocks, alerts } = await asTenant(async (db) => {
      const camera = found(await readReplayCamera(db, scope, { cameraId, appCode }))
      const of = { tenantId: camera.tenantId, cameraId, from, to: now }
      return { camera, blocks: await readBlocks(db, of), alerts: await readJudged(db, { ...of, appCode }) }
    })
    const settings = toHubSettings(own, camera)
    const before = camera.settings && toHubSettings({ ...camera.settings, appCode } as DetectionSettings, camera)
    const rule = { settings, schedule, timezone: camera.timezone }
    const { seconds, raised: each } = await replayAll(blocks, [rule])
    const raised = each[0]!
    const measuredShare = Math.min(1, seconds.size / ((now.getTime() - from.getTime()) / 1000))
    const known = alerts.filter(({ second }) => seconds.has(second))
    return {
      from: from.toISOString(),
      to: now.toISOString(),
      measuredShare,
      ...compared(known, raised, { waitSeconds: waitOf(settings), waitedSeconds: waitOf(before) }),
      limits: limitsOf(settings, before, measuredShare),
    }
  },
}

function compared(
  alerts: readonly JudgedAlert[],
  exits: readonly number[],
  { waitSeconds, waitedSeconds }: { waitSeconds: number; waitedSeconds: number },
): Pick<WhatIf, 'wouldRaise' | 'raised' | 'retained' | 'added'> {
  const { isRetained, added } = retainedOf(
    alerts.map(({ second }) => second),
    exits.map((second) => second + waitedSeconds),
  )
  const raised = exits.map((second) => second + waitSeconds)
  const newest = raised.slice(-NEWEST_LISTED).reverse()
  return {
    wouldRaise: { count: raised.length, newest: newest.map((second) => new Date(second * 1000).toISOString()) },
    raised: counted(alerts),
    retained: counted(alerts.filter((_, index) => isRetained[index])),
    added,
  }
}

/** How long a bed exit waits for the resident's return. */
function waitOf(settings: HubAppSettings | null): number {
  return settings?.appCode === 'A006' ? settings.notBackWithinMinutes * 60 : 0
}

function counted(alerts: readonly JudgedAlert[]): WhatIf['raised'] {
  const real = alerts.filter(({ verdict }) => verdict === 'real').length
  const falseAlarms = alerts.filter(({ verdict }) => verdict === 'false-alarm').length
  return { count: alerts.length, real, falseAlarms, open: alerts.length - real - falseAlarms }
}

function limitsOf(settings: HubAppSettings, before: HubAppSettings | null, share: number): WhatIf['limits'] {
  const differs = (of: (settings: HubAppSettings) => unknown) =>
    before !== null && JSON.stringify(of(settings)) !== JSON.stringify(of(before))
  const limits: WhatIf['limits'] = []
  if (differs(outlinesOf)) limits.push('regions')
  if (differs(sidesOf)) limits.push('sides')
  if (differs((one) => (one.appCode === 'A005' ? one.model : null))) limits.push('model')
  if (settings.appCode === 'A005' && settings.snoozeSeconds > 0) limits.push('pause-of-falls')
  if (share < 1 - GAPS_SHARE) limits.push('gaps')
  return limits
}

function outlinesOf(settings: HubAppSettings): unknown {
  return 'regions' in settings ? settings.regions.map(({ corners }) => corners) : []
}

function sidesOf(settings: HubAppSettings): unknown {
  if (settings.appCode !== 'A006') return null
  const { insidePercent, crossPercent, exitSides } = settings
  return [insidePercent, crossPercent, exitSides]
}

function isDetection(settings: AppSettings): settings is DetectionSettings {
  return alertAppCode.safeParse(settings.appCode).success
}
