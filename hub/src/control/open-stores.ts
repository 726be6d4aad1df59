/** The stores beside the spool that the hub can do without: where the disk refuses them, alerts go on. */
import { join } from 'node:path'
import { wordsOf } from '#platform/log.ts'
import type { HubOptions } from '../hub-options.ts'
import type { Uplink } from '../uplink/uplink.ts'
import { Measurements } from './measurements.ts'
import { Recordings } from './recordings.ts'

/** `isStopped`: whether a person stopped that camera's work. Null: recordings are not stored. */
export function openRecordings(
  { dataDir, clock, log, environment = {} }: HubOptions,
  { spool, client, socket, damages }: Uplink,
  isStopped: (cameraId: string) => boolean,
): Recordings | null {
  const folder = join(dataDir, 'spool', 'recordings')
  try {
    const watch = damages.watch('recordings')
    return new Recordings({ folder, spool, client, socket, clock, log, environment, isStopped, watch })
  } catch (error) {
    log('error', 'Recordings are not stored', { reason: wordsOf(error) })
    return null
  }
}

/** Null: the feature log is not stored. */
export function openMeasurements(
  { dataDir, clock, log }: HubOptions,
  { client, damages }: Uplink,
): Measurements | null {
  try {
    const path = join(dataDir, 'spool', 'measurements.sqlite')
    return new Measurements({ path, client, clock, log, watch: damages.watch('measurements') })
  } catch (error) {
    log('error', 'The feature log is not stored', { reason: wordsOf(error) })
    return null
  }
}
