/** A change of an app's settings that reduces alerts, with its replay over the last nights. Requirement LOAD-01. */
import { z } from 'zod'
import type { Verdict } from '../alerting/alert.ts'
import type { HubAppSettings } from '../camera/app-settings.ts'
import { SENSITIVITIES } from '../camera/app-thresholds.ts'
import { alertAppCode } from '../shared/apps.ts'
import { endpoint } from '../shared/endpoint.ts'
import { ADMINS } from '../shared/roles.ts'
import { retainedOf } from './what-if.ts'

const numbers = z.object({
  setting: z.enum(['snoozeSeconds', 'pixelChangePercent', 'motionDurationSeconds']),
  from: z.number(),
  to: z.number(),
})
const level = z.enum(SENSITIVITIES)
const appChange = z.discriminatedUnion('setting', [
  numbers,
  z.object({ setting: z.literal('sensitivity'), from: level, to: level }),
])
export type AppChange = z.infer<typeof appChange>

const count = z.number().int()
const change = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  location: z.string(),
  /** The share of this time that was measured, 0 to 1. */
  measuredShare: z.number().min(0).max(1),
  /** Null: none is proposed, and `reason` explains why. */
  proposal: z
    .object({
      change: appChange,
      /** Number of alerts that the current settings would have raised, and how many fewer these would. */
      raised: count,
      fewer: count,
      /** Number of judged alerts that would not have been raised. */
      falseGone: count,
      realGone: count,
      /** Confirmed falls in the room during this time. If one of them would be lost, the change is not proposed. */
      falls: count,
    })
    .nullable(),
  reason: z
    .enum([
      /** There are no measurements of this time, or the app was never set up. */
      'not-measured',
      /** No change would have raised clearly fewer. */
      'none-helps',
      /** Each useful change would lose a confirmed fall, or alerts that may have been real. */
      'would-lose',
    ])
    .nullable(),
})
export type AppChangeAnswer = z.infer<typeof change>

export const appChangeEndpoints = {
  'cameraApp.change': endpoint({
    method: 'GET',
    path: 'camera/app/change/:cameraId/:appCode',
    access: ADMINS,
    whileBound: 'within-units',
    summary:
      'A change of an app of a camera that would have raised fewer alerts in the last 14 days and lost no confirmed fall.',
    params: z.strictObject({ cameraId: z.uuid(), appCode: alertAppCode }),
    response: change,
    lasting: true,
  }),
}

/** A longer snooze would hide a second bed exit. */
const SNOOZES = [60, 120, 180, 300]
const PIXEL_FACTORS = [1.5, 2]
const MOTION_MORE = [2, 5]

type Candidate = { change: AppChange; settings: HubAppSettings }

/** Changes to replay, the mildest of each setting first. A fall is never snoozed longer. */
export function candidatesOf(settings: HubAppSettings): Candidate[] {
  const { appCode, snoozeSeconds, sensitivity } = settings
  const candidates: Candidate[] = []
  if (appCode !== 'A005') {
    for (const to of SNOOZES.filter((each) => each > snoozeSeconds))
      candidates.push({
        change: { setting: 'snoozeSeconds', from: snoozeSeconds, to },
        settings: { ...settings, snoozeSeconds: to },
      })
  }
  if (appCode === 'A003') return [...candidates, ...motionCandidates(settings)]
  const lower = SENSITIVITIES[SENSITIVITIES.indexOf(sensitivity) - 1]
  if (!lower) return candidates
  const change = { setting: 'sensitivity', from: sensitivity, to: lower } as const
  return [...candidates, { change, settings: { ...settings, sensitivity: lower } }]
}

function motionCandidates(settings: Extract<HubAppSettings, { appCode: 'A003' }>): Candidate[] {
  const { pixelChangePercent: share, motionDurationSeconds: long } = settings
  const shares = PIXEL_FACTORS.map((factor) => Math.min(100, Math.round(10 * factor * share) / 10))
  return [
    ...shares
      .filter((to) => to > share)
      .map((to): Candidate => {
        const change = { setting: 'pixelChangePercent', from: share, to } as const
        return { change, settings: { ...settings, pixelChangePercent: to } }
      }),
    ...MOTION_MORE.map((more) => long + more)
      .filter((to) => to <= 600)
      .map((to): Candidate => {
        const change = { setting: 'motionDurationSeconds', from: long, to } as const
        return { change, settings: { ...settings, motionDurationSeconds: to } }
      }),
  ]
}

/** An alert of the same room within this time before a confirmed fall was its warning. */
const WARNING_SECONDS = 15 * 60

/**
 * Seconds, ascending. `alerts`: all of the app during this time, measured or not; `falls`: confirmed ones of the room.
 */
type Past = {
  isFallApp: boolean
  alerts: readonly number[]
  falls: readonly number[]
  isMeasured: (second: number) => boolean
}

/**
 * Confirmed falls that would be lost: for the fall app, those that are not raised again; for other apps, those that
 * lose all warnings. Unmeasured times cannot be replayed and count as lost.
 */
export function fallsAtRisk({ isFallApp, alerts, falls, isMeasured }: Past, replayed: readonly number[]): number {
  const { isRetained } = retainedOf(alerts, replayed)
  const isSure = new Set(alerts.filter((second, at) => isRetained[at] && isMeasured(second)))
  if (isFallApp) return falls.filter((second) => !isSure.has(second)).length
  return falls.filter((fall) => {
    const warnings = alerts.filter((second) => second <= fall && second >= fall - WARNING_SECONDS)
    return warnings.length > 0 && !warnings.some((second) => isSure.has(second))
  }).length
}

type Judged = { second: number; verdict: Verdict | null }

/**
 * For this time after an alert, its carer is assumed to be present, so a further alert of the same room and app may be
 * omitted.
 */
const COVERED_SECONDS = 300

/**
 * Whether the alerts that a change would omit are dispensable: no alert judged real, except repeats of an alert that
 * remains, and no more unjudged than false ones. `alerts` were measured, in order of time.
 */
export function isHarmless(alerts: readonly Judged[], replayed: readonly number[]): boolean {
  const { isRetained } = retainedOf(
    alerts.map(({ second }) => second),
    replayed,
  )
  const isCovered = ({ second }: Judged) => replayed.some((one) => one <= second && one >= second - COVERED_SECONDS)
  const gone = alerts.filter((alert, at) => !isRetained[at] && !isCovered(alert))
  const falseAlarms = gone.filter(({ verdict }) => verdict === 'false-alarm').length
  return gone.every(({ verdict }) => verdict !== 'real') && gone.length <= 2 * falseAlarms
}

/** A change that saves fewer alerts than this is not worthwhile. */
const LEAST_FEWER = 3
/** The mildest useful change with at least this share of the best effect is proposed. */
const ENOUGH_SHARE = 0.7

type Replayed = { fewer: number; isSafe: boolean }

/** The best of the candidates in their order, or why there is none. */
export function chosenOf<T extends Replayed>(all: readonly T[]): T | 'none-helps' | 'would-lose' {
  const helping = all.filter(({ fewer }) => fewer >= LEAST_FEWER)
  const safe = helping.filter(({ isSafe }) => isSafe)
  const most = Math.max(...safe.map(({ fewer }) => fewer))
  return safe.find(({ fewer }) => fewer >= ENOUGH_SHARE * most) ?? (helping.length > 0 ? 'would-lose' : 'none-helps')
}
