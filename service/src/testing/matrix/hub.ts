/** What hubs send under ids: one valid call for each kind, with its ids. */
import { randomUUID } from 'node:crypto'
import type { EndpointKey } from '@mimamori/contract/endpoints.ts'
import type { HubEvent } from '@mimamori/contract/fleet/hub-event.ts'
import { emptySecond } from '@mimamori/contract/insight/measurement-block.ts'
import type { z } from 'zod'
import { JPEG, MP4, raised } from '../../fleet/hub/testing.ts'
import { closeBlock } from '../../insight/measurement/testing.ts'

const MINE = { code: 'other', params: { text: 'mine' } } as const

export const AT = '2026-11-20T00:59:00.000Z'

/** They begin as their kinds require. */
const INIT = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.alloc(500, 3)])
const SEGMENT = Buffer.concat([Buffer.from('000000186d6f6f66', 'hex'), Buffer.alloc(500, 3)])

/** The kinds of rows whose ids a hub chooses or names. */
const KINDS = ['init', 'segment', 'snapshot', 'gap', 'retained', 'block', 'clip', 'epoch', 'upgrade'] as const
export type Objects = Record<'camera' | 'alert' | 'thumbnail' | 'frame' | (typeof KINDS)[number], string>

export const newIds = (more: Partial<Objects> = {}): Objects => {
  const ids = Object.fromEntries(
    ['camera', 'alert', 'thumbnail', 'frame', ...KINDS].map((kind) => [kind, randomUUID()]),
  )
  return { ...(ids as Objects), ...more }
}

const events = (...of: HubEvent[]) => ({ body: { epoch: randomUUID(), fromSequence: 1, events: of } })
const clipReady = (alertId: string, mediaId: string = randomUUID()): ClipReady => {
  return { type: 'clip-ready', alertId, mediaId, durationMs: 1, alertAtMs: 0 }
}
const inputRaised = (cameraId: string, alertId: string): HubEvent => {
  return { type: 'input-raised', alertId, cameraId, occurredAt: AT, hasFootage: false }
}
const settingsOf = (cameraId: string) => ({
  ...{ cameraId, version: 1, name: 'Room', streamUrl: 'rtsp://camera.example/stream', subStreamUrl: '' },
  ...{ isSubStreamSameView: false, angle: 0 },
  ...{
    username: null,
    isBasicAllowed: false,
    certificate: null,
    vendor: null,
    isEnabled: true,
    beds: [],
    seats: [],
    doors: [],
    apps: [],
  },
  ...{ recording: null, live: null, timezone: 'UTC', clipBeforeSeconds: 5, clipAfterSeconds: 10 },
  ...{ snapshotEverySeconds: 10, privacy: { level: 'none', masks: [] }, hasClips: true, hasBlurredClips: false },
  ...{ viewAcceptedAt: null, homePreset: '', input: null, extraConfig: '' },
})

type ClipReady = Extract<HubEvent, { type: 'clip-ready' }>
type Call = [key: EndpointKey, about: (of: Objects, own: Objects) => object]
export const FRAME: Call = [
  'hub.putFrame',
  ({ camera }) => ({ params: { cameraId: camera }, query: { takenAt: AT }, bytes: JPEG }),
]
/** Uploads that are stored under an id chosen by the hub. */
export const UPLOADS = {
  clip: [
    'hub.putMedia',
    ({ clip, camera }) => ({
      params: { id: clip },
      query: { cameraId: camera, contentType: 'video/mp4' },
      bytes: MP4,
    }),
  ],
  init: [
    'recording.putInit',
    ({ init, camera }) => ({
      params: { id: init },
      query: { cameraId: camera, codec: 'avc1.42c01e', width: 160, height: 90, people: 'clear' },
      bytes: INIT,
    }),
  ],
  segment: [
    'recording.putSegment',
    ({ segment, camera, init }) => ({
      params: { id: segment },
      query: { cameraId: camera, initId: init, startedAt: AT, durationMs: 6000 },
      bytes: SEGMENT,
    }),
  ],
  snapshot: [
    'recording.putSnapshot',
    ({ snapshot, camera, init }) => ({
      params: { id: snapshot },
      query: { cameraId: camera, initId: init, takenAt: AT },
      bytes: JPEG,
    }),
  ],
  gap: [
    'recording.putGap',
    ({ gap, camera }) => ({
      params: { id: gap },
      body: { cameraId: camera, startedAt: AT, endedAt: null, cause: 'camera-lost' },
    }),
  ],
  retained: [
    'recording.putRetained',
    ({ retained, camera, init }) => ({
      params: { id: retained },
      body: { cameraId: camera, initId: init, startedAt: AT, durationMs: 6000, bytes: 500 },
    }),
  ],
  block: [
    'measurement.putBlock',
    ({ block, camera }) => ({
      params: { id: block },
      query: { cameraId: camera },
      bytes: closeBlock({ apps: [], rows: [{ ...emptySecond(Date.parse(AT) / 1000), isReliable: true }] }),
    }),
  ],
} satisfies Record<string, Call>
export type Upload = keyof typeof UPLOADS

/** They share one namespace. */
export const FILES = ['clip', 'thumbnail', 'frame', 'init', 'segment', 'snapshot'] as const
/** For each upload the ids that it must not take. */
export const TAKEN: [upload: Upload, of: readonly (keyof Objects)[]][] = [
  ...(['clip', 'init', 'segment', 'snapshot', 'retained'] as const).map((upload) => {
    return [upload, [...FILES, 'retained']] as [Upload, (keyof Objects)[]]
  }),
  ['gap', ['gap']],
  ['block', ['block']],
]

type Proof = [what: string, proves: string, ...Call]
/** `whose` names the object; the rest belongs to the hub itself, under new ids. */
export const uploadOf =
  (upload: Upload, ...names: (keyof Objects)[]): Call[1] =>
  (whose, own) =>
    UPLOADS[upload][1]({
      ...newIds({ camera: own.camera, init: own.init }),
      ...Object.fromEntries(names.map((name) => [name, whose[name]])),
    })
export const PROOFS: Proof[] = [
  ['a frame', 'params.cameraId', ...FRAME],
  ...(Object.keys(UPLOADS) as Upload[]).map((upload): Proof => {
    const isBody = upload === 'gap' || upload === 'retained'
    return [`a ${upload}`, isBody ? 'body.cameraId' : 'query.cameraId', UPLOADS[upload][0], uploadOf(upload, 'camera')]
  }),
  ['a segment with the header', 'query.initId', 'recording.putSegment', uploadOf('segment', 'init')],
  ['a retained segment with the header', 'body.initId', 'recording.putRetained', uploadOf('retained', 'init')],
  ['a snapshot with the header', 'query.initId', 'recording.putSnapshot', uploadOf('snapshot', 'init')],
  [
    'settings in force',
    'body.cameras[].cameraId',
    'hub.report',
    ({ camera }) => ({ body: { cameras: [{ cameraId: camera, version: 1, errors: [MINE] }] } }),
  ],
  [
    'settings that name the camera inside',
    'body.cameras[].settings.cameraId',
    'hub.report',
    ({ camera }, own) => ({
      body: { cameras: [{ cameraId: own.camera, version: 1, errors: [], settings: settingsOf(camera) }] },
    }),
  ],
  ['an alert', 'body.events[].cameraId', 'hub.events', ({ camera }) => events(raised(camera, new Date(AT)))],
  [
    'an alert under an id that is taken',
    'body.events[].alertId',
    'hub.events',
    ({ alert }, own) => events({ ...raised(own.camera, new Date(AT)), alertId: alert }),
  ],
  ['a clip that is ready', 'body.events[].alertId', 'hub.events', ({ alert }) => events(clipReady(alert))],
  [
    'a clip that is ready with the file',
    'body.events[].mediaId',
    'hub.events',
    ({ clip }, own) => events(clipReady(own.alert, clip)),
  ],
  [
    'a clip that is ready with what the camera sent',
    'body.events[].original.mediaId',
    'hub.events',
    ({ clip }, own) => events({ ...clipReady(own.alert, own.clip), original: { mediaId: clip, codec: 'hvc1' } }),
  ],
  ['a part of a recording', 'params.id', 'recording.ownPart', ({ segment }) => ({ params: { id: segment } })],
  [
    'a clip that failed',
    'body.events[].alertId',
    'hub.events',
    ({ alert }) => events({ type: 'clip-failed', alertId: alert, error: MINE }),
  ],
  [
    'a test incident',
    'body.events[].cameraId',
    'hub.events',
    ({ camera }) => events({ type: 'path-proof', cameraId: camera, raisedAt: AT }),
  ],
  ['an input', 'body.events[].cameraId', 'hub.events', ({ camera }) => events(inputRaised(camera, randomUUID()))],
  [
    'an input under an id that is taken',
    'body.events[].alertId',
    'hub.events',
    ({ alert }, own) => events(inputRaised(own.camera, alert)),
  ],
  [
    'a batch under the number of the store',
    'body.epoch',
    'hub.events',
    ({ epoch }) => ({ body: { epoch, fromSequence: 1, events: [] } }),
  ],
  [
    'segments that are gone',
    'body.ids[]',
    'recording.dropRetained',
    ({ retained }) => ({ body: { ids: [retained], isGone: true } }),
  ],
  [
    'all segments that there are',
    'body.ids[]',
    'recording.compareRetained',
    ({ retained }) => ({ body: { after: retained, until: retained, ids: [] } }),
  ],
  [
    'the end of an upgrade',
    'body.progress.id',
    'upgrade.poll',
    ({ upgrade }) => ({
      body: {
        ...{ installation: 'launcher', processor: 'x64' },
        progress: { id: upgrade, state: 'failed', percent: null, reason: 'disk-full' },
      },
    }),
  ],
  ['segments after one', 'query.after', 'recording.wantedRetained', ({ retained }) => ({ query: { after: retained } })],
]
/** Fields with a test of their own below, and those that the calls above prove under another name. */
export const PROVEN_BELOW = [
  'recording.compareRetained body.after',
  'recording.compareRetained body.until',
  ...TAKEN.map(([upload]) => `${UPLOADS[upload][0]} params.id`),
]

type Schema = z.core.JSONSchema.BaseSchema

/** Every path of the schema that is an id, such as `body.events[].alertId`. */
export function idsIn(schema: Schema, path: string): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]
  return [
    ...(schema.format === 'uuid' ? [path] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, of]) => idsIn(of as Schema, `${path}.${name}`)),
    ...(schema.items ? idsIn(schema.items as Schema, `${path}[]`) : []),
    ...inner.flatMap((of) => idsIn(of as Schema, path)),
  ]
}
