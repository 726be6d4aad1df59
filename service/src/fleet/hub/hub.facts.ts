/** The facts that a hub sends, as they are stored: known codes, plain texts, no credentials. CAM-06, CAM-15. */

import { type HubError, hubError, type SentHubError } from '@mimamori/contract/camera/hub-request.ts'
import { type SettingsError, settingsError } from '@mimamori/contract/camera/settings-error.ts'
import { type StatusReason, statusReason } from '@mimamori/contract/camera/status-reason.ts'
import { type ClipError, clipError } from '@mimamori/contract/fleet/clip-error.ts'
import type { CameraReport } from '@mimamori/contract/fleet/heartbeat.ts'
import type { reportedCamera } from '@mimamori/contract/fleet/hub.ts'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { FACT_TEXT_MAX, type LaterFact, type otherFact } from '@mimamori/contract/shared/fact.ts'
import type { z } from 'zod'
import { plainText } from './events/events.rules.ts'

type Fact = { code: string; params: object }

/** Why a camera is not online. */
export function toStatusReason(sent: NonNullable<CameraReport['reason']>): StatusReason {
  return cleaned(known(statusReason, sent) ?? otherOf(wordsOf(sent)))
}

/** The parts of a camera's settings that are not in force. */
export function toSettingsErrors(errors: z.output<typeof reportedCamera>['errors']): SettingsError[] {
  return errors.map((sent) => cleaned(known(settingsError, sent) ?? otherOf(wordsOf(sent))))
}

/** Why an alert has no clip. */
export function toClipError(sent: Extract<HubEvent, { type: 'clip-failed' }>['error']): ClipError {
  return cleaned(known(clipError, sent) ?? otherOf(wordsOf(sent)))
}

/** Why a hub could not do what was requested, in the contract's form. */
export function toHubError(sent: SentHubError): HubError {
  return cleaned(known(hubError, sent) ?? { code: 'failed' as const, params: { detail: wordsOf(sent) } })
}

/** Null for a code of a later version. */
function known<T>(schema: z.ZodType<T>, sent: Fact): T | null {
  return schema.safeParse(sent).data ?? null
}

const otherOf = (text: string): z.infer<typeof otherFact> => ({ code: 'other', params: { text } })

function wordsOf({ code, params }: LaterFact): string {
  return [code, ...Object.values(params)].join(' ').slice(0, FACT_TEXT_MAX)
}

const LOGIN = /([a-z][a-z0-9+.-]*:\/\/)[^\s/@]*(?:@[^\s/@]*)*@/gi

function cleaned<F extends Fact>(fact: F): F {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean)
    return typeof value === 'string' ? plainText(value).replaceAll(LOGIN, '$1') : value
  }
  const params = Object.entries(fact.params).map(([name, value]) => [name, clean(value)])
  return { ...fact, params: Object.fromEntries(params) }
}
