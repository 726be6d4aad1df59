// 10,000 members of each kind of what cameras send: the properties of these files, with as many runs where they name none.
// Connections to simulated cameras have a few dozen members each, beside them. REAL-09
import fc from 'fast-check'

fc.configureGlobal({ numRuns: 10_000 })

const KINDS = [
  './pipeline/ingest/frame-clock.test.ts',
  './rtsp/rtsp-addresses.test.ts',
  './rtsp/rtsp-reader.test.ts',
  './rtsp/sdp.test.ts',
  './rtsp/jpeg-frames.test.ts',
  './rtsp/http/jpeg-parts.test.ts',
  './mp4/access-units.test.ts',
  './mp4/field-pairs.test.ts',
  './mp4/h264-sps.test.ts',
  './mp4/parameter-sets.test.ts',
  './platform/digest.test.ts',
]
for (const kind of KINDS) await import(kind)
