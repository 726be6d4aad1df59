/** Stands for `scene:` on a hub that was not started for the demo. */
import type { PacketSource } from '#pipeline/media/packet-source.ts'
import { plainError } from '#platform/camera-error.ts'

export const openSource = async (): Promise<PacketSource> => {
  throw plainError('scene-not-demo')
}
