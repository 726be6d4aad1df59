/** Requests to an external system, their signature, and the meaning of its responses. No I/O, no clock. */

import { createHmac } from 'node:crypto'
import type { LocationType } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { ExternalReason, ExternalSkip, FieldMap } from '@mimamori/contract/site/external.ts'
import type { Answer, OutboundResult } from '#platform/outgoing/outbound.ts'

export type ReportedCamera = {
  id: string
  name: string
  locationType: LocationType
  isOn: boolean
  unitCode: string
  resCode: string
}
export type Codes = { corporationCode: string; jigCode: string; formatKbn: string; fieldMap: FieldMap }

/** Why a camera is left out; null: it is sent. Nobody lives in a hallway, so it needs no resident's code. */
export function skipOf(
  camera: Pick<ReportedCamera, 'isOn' | 'unitCode' | 'resCode' | 'locationType'>,
): ExternalSkip | null {
  if (!camera.isOn) return 'switched-off'
  if (!camera.unitCode) return 'no-unit-code'
  return camera.locationType === 'ROOM' && !camera.resCode ? 'no-res-code' : null
}

export type ReportedAlert = { id: string; appCode: Activity; severity: AlertSeverity; occurredAt: string }

/** The JSON about cameras, under the names of the other system. */
export function writeBody(codes: Codes, cameras: readonly ReportedCamera[]): object {
  const { fieldMap: map } = codes
  return { ...writeHead(codes), [map.cameras]: cameras.map((camera) => writeCamera(map, camera)) }
}

/** The JSON about one alert, under the names of the other system. */
export function writeAlertBody(codes: Codes, camera: ReportedCamera, alert: ReportedAlert): object {
  const { fieldMap: map } = codes
  const reported = {
    ...writeCamera(map, camera),
    [map.alertId]: alert.id,
    [map.appCode]: alert.appCode,
    [map.severity]: alert.severity,
    [map.occurredAt]: alert.occurredAt,
  }
  return { ...writeHead(codes), [map.alert]: reported }
}

function writeHead({ fieldMap: map, ...codes }: Codes) {
  return {
    [map.corporationCode]: codes.corporationCode,
    [map.jigCode]: codes.jigCode,
    [map.formatKbn]: codes.formatKbn,
  }
}

function writeCamera(map: FieldMap, camera: ReportedCamera) {
  return {
    [map.unitCode]: camera.unitCode,
    [map.resCode]: camera.resCode,
    [map.deviceId]: camera.id,
    [map.deviceName]: camera.name,
  }
}

/**
 * Proves the sender and the integrity: HMAC-SHA256 with the access key over time, idempotency key and body, separated
 * by dots.
 */
export function signedHeaders(
  { key, runId, body }: { key: string; runId: string; body: string },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signature = createHmac('sha256', key).update(`${timestamp}.${runId}.${body}`).digest('hex')
  return {
    'x-mimamori-timestamp': timestamp,
    'idempotency-key': runId,
    'x-mimamori-signature': `sha256=${signature}`,
  }
}

/** Where the auth access key is sealed. */
export function placeOfKey(tenantId: string): string {
  return `${tenantId}|external_system|auth_key|${tenantId}`
}

/** The result of one try. `retryAfterSeconds`: the pause that the other system requests. */
export type Outcome =
  | { isDone: true; status: number; message: string | null }
  | {
      isDone: false
      reason: ExternalReason
      status: number | null
      message: string | null
      retryAfterSeconds: number | null
    }

const LONGEST_MESSAGE = 200
const LONGEST_WAIT_SECONDS = 120
const TRANSIENT: readonly ExternalReason[] = [
  'unreachable',
  'unknown-host',
  'timeout',
  'cut-off',
  'busy',
  'server-error',
]

/** Whether a retry is useful. */
export function isTransient(reason: ExternalReason): boolean {
  return TRANSIENT.includes(reason)
}

/** Only JSON with a status of success is success: a proxy's friendly page is not. */
export function judge(result: OutboundResult): Outcome {
  if ('reason' in result) {
    return { isDone: false, reason: result.reason, status: null, message: null, retryAfterSeconds: null }
  }
  const { answer } = result
  const parsed = readJson(answer)
  const message = messageOf(parsed)
  const failed = (reason: ExternalReason): Outcome => ({
    isDone: false,
    reason,
    status: answer.status,
    message,
    retryAfterSeconds: waitOf(answer),
  })
  if (!answer.isOk) return failed(reasonOfStatus(answer.status))
  return parsed ? { isDone: true, status: answer.status, message } : failed('bad-answer')
}

function reasonOfStatus(status: number): ExternalReason {
  if (status >= 500) return 'server-error'
  if (status === 429) return 'busy'
  if (status === 401 || status === 403) return 'unauthorized'
  return status >= 300 && status < 400 ? 'redirect' : 'rejected'
}

function readJson({ contentType, body }: Answer): object | null {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(contentType)) return null
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? parsed : null
  } catch {
    return null
  }
}

function messageOf(parsed: object | null): string | null {
  const message = parsed && 'message' in parsed ? parsed.message : null
  if (typeof message !== 'string') return null
  const line = message.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').trim()
  return line.slice(0, LONGEST_MESSAGE).toWellFormed() || null
}

function waitOf({ retryAfter }: Answer): number | null {
  const seconds = Number(retryAfter)
  return retryAfter !== null && seconds > 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : null
}
