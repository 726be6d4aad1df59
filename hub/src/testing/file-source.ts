// Plays a video file as if it were a camera: `file:///path?speed=4`. For tests only; a worker imports it by address.
import { fileURLToPath } from 'node:url'
import { openFile } from '#pipeline/ingest/video-file.ts'
import type { OpenSource } from '#pipeline/media/packet-source.ts'

export const openSource: OpenSource = (address, signal) => {
  const url = new URL(address)
  const speed = Number(url.searchParams.get('speed') ?? 1)
  url.search = ''
  return openFile(fileURLToPath(url), signal, { speed })
}
