/** Requests to an external system. No I/O, no clock. */
import type { LocationType } from '@mimamori/contract/shared/app-catalogue.ts'
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

/** The JSON about cameras, under the names of the other system. */
export function writeBody(codes: Codes, cameras: readonly ReportedCamera[]): object {
  const { fieldMap: map } = codes
  return { ...writeHead(codes), [map.cameras]: cameras.map((camera) => writeCamera(map, camera)) }
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

/** Where the auth access key is sealed. */
export function placeOfKey(tenantId: string): string {
  return `${tenantId}|external_system|auth_key|${tenantId}`
}
