/** Stands for `scene:` on a hub that was not started for the demo. */
import { reasonText } from '@mimamori/contract/camera/status-reason.ts'
import type { PacketSource } from '#pipeline/ingest/packet-source.ts'
import { SourceError } from '#pipeline/ingest/source-error.ts'

export const openSource = async (): Promise<PacketSource> => {
  throw new SourceError('scene-not-demo', reasonText('scene-not-demo'))
}
