// A camera for tests whose opening never returns and cannot be ended, as FFmpeg's does on some broken servers.
import type { OpenSource } from '#pipeline/packet-source.ts'

export const openSource: OpenSource = () => new Promise(() => {})
