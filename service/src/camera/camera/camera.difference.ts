/**
 * The difference between desired and reported settings of a camera: its document beside the one that its hub reported.
 * CAM-06.
 */
import { isDeepStrictEqual } from 'node:util'
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import type { TenantDb } from '#platform/postgres/database.ts'
import { desiredRows } from '#shared/desired.ts'
import { toDesired } from '#shared/desired-rules.ts'
import type { CameraDetailRow } from './camera.queries.ts'

type Difference = CameraDetail['shadow']['difference']
type Shadow = Pick<CameraDetailRow, 'reportedVersion' | 'reportedSettings' | 'passwordVersion'>

/** The difference of a camera within reach. */
export async function readDifference(
  db: TenantDb,
  camera: Shadow & Pick<CameraDetailRow, 'id' | 'tenantId'>,
): Promise<Difference> {
  const [row] = await desiredRows(db, { cameraIds: [camera.id] }, camera.tenantId)
  return row ? differenceOf(toDesired(row), camera) : []
}

/**
 * Compares path by path, and apps by their code. If a hub applied a version without reporting its settings, they are
 * assumed to be those of the version. A changed password is reported without its value.
 */
function differenceOf(desired: Record<string, unknown>, shadow: Shadow): Difference {
  const { reportedVersion, reportedSettings, passwordVersion } = shadow
  if (reportedSettings === null && reportedVersion > 0) return []
  const [asked, inForce] = [leavesOf(byCode(desired)), leavesOf(byCode(reportedSettings ?? {}))]
  const paths = [...new Set([...asked.keys(), ...inForce.keys()])]
  const found = paths
    .filter((path) => !isDeepStrictEqual(asked.get(path), inForce.get(path)))
    .map((path) => ({ path, desired: textOf(asked.get(path)), reported: textOf(inForce.get(path)) }))
  const isOtherPassword = reportedVersion > 0 && reportedVersion < passwordVersion
  return isOtherPassword ? [...found, { path: 'password', desired: '"new"', reported: '"former"' }] : found
}

/** The camera id and the version are not settings. */
function byCode({ cameraId: _, version: __, apps, ...settings }: Record<string, unknown>): Record<string, unknown> {
  const list = Array.isArray(apps) ? (apps as { appCode: string }[]) : []
  return { ...settings, apps: Object.fromEntries(list.map(({ appCode, ...app }) => [appCode, app])) }
}

function leavesOf(value: Record<string, unknown>, before = ''): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  for (const [name, each] of Object.entries(value)) {
    const path = before === '' ? name : `${before}.${name}`
    const isBranch = typeof each === 'object' && each !== null && !Array.isArray(each)
    if (!isBranch) leaves.set(path, each)
    else for (const [deeper, leaf] of leavesOf(each as Record<string, unknown>, path)) leaves.set(deeper, leaf)
  }
  return leaves
}

const textOf = (value: unknown) => JSON.stringify(value) ?? 'null'
