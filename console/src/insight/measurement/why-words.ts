/** One second of a camera as text: observations, each app's gate, and its settings at that time. METRIC-03. */

import { FIGURE_SHARE, LASTING_MS, LYING_MS } from '@mimamori/contract/camera/app-thresholds.ts'
import type { LoggedApp } from '@mimamori/contract/insight/measurement-block.ts'
import type { PeopleAppCode } from '@mimamori/contract/shared/app-catalogue.ts'
import type { TFunction } from 'i18next'
import { joinSentences } from '#lib/text/sentences.ts'
import type { Furthest, WhySecond } from './why-runs.ts'

type Words = TFunction<['measurement', 'activity']>

const PERCENT_OF_SHARE = 100

/** A sentence about an app's gate, with the measured value and the threshold where they explain it. */
export function gateWords(t: Words, { appCode, gate, second }: Furthest, apps: readonly LoggedApp[]): string {
  const logged = apps.find((app) => app.appCode === appCode)
  if (!logged) return t(`gate-${gate}`)
  if (gate === 'raised') return joinSentences([t('gate-raised'), raisedWords(t, logged, second)])
  if (gate === 'snoozed') return t('gate-snoozed-exact', { seconds: logged.snoozeSeconds })
  if (gate === 'below-threshold' && logged.pixelChangePercent !== undefined) {
    return t('gate-below-threshold-exact', { seen: percent(second.changedShare), asked: logged.pixelChangePercent })
  }
  if (gate !== 'too-short') return t(`gate-${gate}`)
  if (logged.appCode !== 'A003') return t('gate-too-short-sensitivity', asked(t, logged, logged.appCode))
  if (logged.motionDurationSeconds === undefined) return t('gate-too-short')
  return t('gate-too-short-exact', { seconds: logged.motionDurationSeconds })
}

/** The measurements of a second with analyzed frames. */
export function seenWords(t: Words, { bed, people, insideShare, outsideShare }: WhySecond): string {
  return joinSentences([
    bed === 'unknown' ? null : t(`bed-${bed}`),
    t('people-seen', { count: people }),
    t('motion-seen', { inside: percent(insideShare), outside: percent(outsideShare) }),
  ])
}

/** What the app detects and its required duration; empty if the hub did not report its settings. */
function raisedWords(t: Words, logged: LoggedApp, second: WhySecond): string {
  const { appCode, sensitivity, pixelChangePercent, motionDurationSeconds, crossPercent } = logged
  const isUnsaid =
    appCode === 'A003'
      ? pixelChangePercent === undefined || motionDurationSeconds === undefined
      : appCode === 'A006' && crossPercent === undefined
  if (isUnsaid) return ''
  // Each sentence uses only the values that it names.
  return t(`activity.raised-${appCode}`, {
    ...(appCode === 'A003' ? { seconds: motionDurationSeconds } : asked(t, logged, appCode)),
    seen: percent(second.changedShare),
    asked: pixelChangePercent,
    percent: crossPercent,
    share: (FIGURE_SHARE[sensitivity] * 100).toFixed(1),
    height: second.blobHeightPercent,
    lying: LYING_MS / 1000,
  })
}

function asked(t: Words, { sensitivity }: LoggedApp, appCode: PeopleAppCode) {
  return { seconds: LASTING_MS[appCode][sensitivity] / 1000, sensitivity: t(`sensitivity-${sensitivity}`) }
}

/** With one decimal digit. */
function percent(share: number): string {
  return (share / PERCENT_OF_SHARE).toFixed(1)
}
