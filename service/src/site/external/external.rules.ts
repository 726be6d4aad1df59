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
