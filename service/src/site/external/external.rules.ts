/** Requests to an external system, and their signature. No I/O, no clock. */

import { createHmac } from 'node:crypto'
import type { LocationType } from '@mimamori/contract/shared/app-catalogue.ts'
import type { Activity, AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import type { ExternalSkip, FieldMap } from '@mimamori/contract/site/external.ts'

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

export type ReportedAlert = {
  id: string
  appCode: Activity
  /** The site's name for the kind of a signal. */
  kindName: string | null
  severity: AlertSeverity
  occurredAt: string
}

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
    ...(alert.kindName !== null && { [map.kindName]: alert.kindName }),
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

/** A key that is written like this is base64, as libraries of Standard Webhooks write theirs; any other counts as text. */
const KEY_PREFIX = 'whsec_'

/**
 * The headers of Standard Webhooks: they prove the sender and the integrity by HMAC-SHA256 over id, time and body,
 * separated by dots. Each key signs, so that the receiver can exchange its key.
 */
export function signedHeaders(
  { keys, runId, body }: { keys: readonly string[]; runId: string; body: string },
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const sign = (key: string) => createHmac('sha256', bytesOf(key)).update(`${runId}.${timestamp}.${body}`)
  const signature = keys.map((key) => `v1,${sign(key).digest('base64')}`).join(' ')
  return { 'webhook-id': runId, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
}

const bytesOf = (key: string): Buffer =>
  key.startsWith(KEY_PREFIX) ? Buffer.from(key.slice(KEY_PREFIX.length), 'base64') : Buffer.from(key)

/** Where the auth access key is sealed. */
export function placeOfKey(tenantId: string): string {
  return `${tenantId}|external_system|auth_key|${tenantId}`
}
