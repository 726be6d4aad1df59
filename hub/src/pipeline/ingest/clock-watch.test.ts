/** A camera's own clock, read over real HTTP. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DesiredCamera } from '@mimamori/contract/fleet/hub.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { LOOPBACK, wantedCamera } from '#testing/wanted-camera.ts'
import type { PacketSource } from '../media/packet-source.ts'
import { ClockWatch, portsOf } from './clock-watch.ts'

const NOW_MS = Date.UTC(2026, 10, 25, 12, 0, 0)
const MINUTE_MS = 60_000

let server: Server | undefined
afterEach(() => server?.close())

/** A camera whose clock is off by `offSeconds`; `words` makes its response. */
async function cameraWith(words: (at: Date) => { body?: string; date?: string; status?: number }) {
  const state = { offSeconds: 0, asked: 0 }
  server = createServer((_, answer) => {
    state.asked++
    const { body = '', date, status = 200 } = words(new Date(NOW_MS + state.offSeconds * 1000))
    answer.sendDate = false
    if (date !== undefined) answer.setHeader('date', date)
    answer.writeHead(status).end(body)
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const camera = wantedCamera('room', 'rtsp://127.0.0.1:554/stream1', {
    extraConfig: JSON.stringify({ onvifPort: port }),
  })
  return { state, camera }
}

/** An ONVIF response, with a different local time. */
const onvif = (at: Date) => ({
  body: `<e:Envelope xmlns:tt="s"><tt:SystemDateAndTime><tt:DateTimeType>NTP</tt:DateTimeType>
    <tt:UTCDateTime><tt:Time><tt:Hour>${at.getUTCHours()}</tt:Hour><tt:Minute>${at.getUTCMinutes()}</tt:Minute>
    <tt:Second>${at.getUTCSeconds()}</tt:Second></tt:Time><tt:Date><tt:Year>${at.getUTCFullYear()}</tt:Year>
    <tt:Month>${at.getUTCMonth() + 1}</tt:Month><tt:Day>${at.getUTCDate()}</tt:Day></tt:Date></tt:UTCDateTime>
    <tt:LocalDateTime><tt:Time><tt:Hour>1</tt:Hour></tt:Time></tt:LocalDateTime></tt:SystemDateAndTime></e:Envelope>`,
})
const dateAlone = (at: Date) => ({ status: 404, date: at.toUTCString() })

describe('REAL-09 the clock of a camera', () => {
  test.each([
    ['by ONVIF', onvif],
    ['by the date of its web server', dateAlone],
  ])('%s: two seconds are right, more are said, and the warning ends by itself', async (_, words) => {
    const { state, camera } = await cameraWith(words)
    let nowMs = NOW_MS
    const watch = new ClockWatch({ networks: LOOPBACK, now: () => nowMs })
    const reasonWith = async (offSeconds: number) => {
      state.offSeconds = offSeconds
      nowMs += 15 * MINUTE_MS
      state.offSeconds += (nowMs - NOW_MS) / 1000
      await watch.check(camera)
      return watch.reason
    }
    expect(await reasonWith(1)).toBeNull()
    expect(await reasonWith(-2)).toBeNull()
    expect(await reasonWith(5)).toMatchObject({ code: 'clock-ahead' })
    expect(await reasonWith(-3600)).toEqual({ code: 'clock-hours', params: { hours: '1' } })
    expect(await reasonWith(-90)).toEqual({ code: 'clock-behind', params: { seconds: '90' } })
    expect(await reasonWith(-26 * 365 * 86_400)).toEqual({ code: 'clock-unset', params: { year: '2000' } })
    expect(await reasonWith(0)).toBeNull()
  })

  /** A time of ONVIF, written in UTC. */
  const element = (name: string, at: Date) =>
    `<${name}><Time><Hour>${at.getUTCHours()}</Hour><Minute>${at.getUTCMinutes()}</Minute><Second>${at.getUTCSeconds()}</Second></Time>
    <Date><Year>${at.getUTCFullYear()}</Year><Month>${at.getUTCMonth() + 1}</Month><Day>${at.getUTCDate()}</Day></Date></${name}>`

  // home-assistant/core#90794: UTC is derived without summer time, and the image shows the right time.
  test.each([
    ['CET-1CEST,M3.5.0,M10.5.0/3', true, 2, 1, null],
    ['CET-1CEST,M3.5.0,M10.5.0/3', false, 1, -1, null],
    ['EST5EDT,M3.2.0,M11.1.0', true, -4, 1, null],
    ['JST-9', false, 9, 9, null],
    ['&lt;+0530&gt;-5:30', false, 5.5, 5.5, null],
    ['JST-9', false, 10, 1, 'clock-hours'],
    ['', false, 9, 9, 'clock-hours'],
  ])(
    'in %s (summer time: %s), %f h local and %f h of UTC ahead: %s',
    async (zone, isSummer, localHours, utcHours, code) => {
      const { camera } = await cameraWith((at) => ({
        body: `<S><DaylightSavings>${isSummer}</DaylightSavings><TimeZone><TZ>${zone}</TZ></TimeZone>
        ${element('UTCDateTime', new Date(at.getTime() + utcHours * 60 * MINUTE_MS))}
        ${element('LocalDateTime', new Date(at.getTime() + localHours * 60 * MINUTE_MS))}</S>`,
      }))
      const watch = new ClockWatch({ networks: LOOPBACK, now: () => NOW_MS })
      await watch.check(camera)
      expect(watch.reason?.code ?? null).toBe(code)
    },
  )

  test('a correct clock is read every quarter of an hour, a wrong one every minute', async () => {
    const { state, camera } = await cameraWith(dateAlone)
    let nowMs = NOW_MS
    const watch = new ClockWatch({ networks: LOOPBACK, now: () => nowMs })
    const askedAfter = async (laterMs: number) => {
      nowMs += laterMs
      state.offSeconds += laterMs / 1000
      await watch.check(camera)
      return state.asked
    }
    expect([await askedAfter(0), await askedAfter(14 * MINUTE_MS)]).toEqual([1, 1])
    state.offSeconds += 60
    expect([await askedAfter(MINUTE_MS), await askedAfter(MINUTE_MS / 2), await askedAfter(MINUTE_MS / 2)]).toEqual([
      2, 2, 3,
    ])
  })

  test.each(['', '<UTCDateTime>soon</UTCDateTime>', `<UTCDateTime>${'x'.repeat(100_000)}`])(
    'a camera that does not say what time it is gets no warning (%#)',
    async (body) => {
      const { camera } = await cameraWith(() => ({ body }))
      const watch = new ClockWatch({ networks: LOOPBACK, now: () => NOW_MS })
      await watch.check(camera)
      expect(watch.reason).toBeNull()
    },
  )

  test('without a response, the sender reports in the stream give the time', async () => {
    const { camera } = await cameraWith(() => ({}))
    const watch = new ClockWatch({ networks: LOOPBACK, now: () => NOW_MS })
    const reasonOf = async (unixMs: number) => {
      const one = new ClockWatch({ networks: LOOPBACK, now: () => NOW_MS })
      one.source = { senderTime: () => ({ unixMs, atMs: performance.now() }) } as PacketSource
      await one.check(camera)
      return one.reason
    }
    await watch.check(camera)
    expect([watch.reason, await reasonOf(NOW_MS), await reasonOf(20_000)]).toEqual([null, null, null])
    expect(await reasonOf(NOW_MS + 60_000)).toEqual({ code: 'clock-ahead', params: { seconds: '60' } })
  })

  test('CAM-15 a camera is not blamed by a clock that the service has not confirmed', async () => {
    const { state, camera } = await cameraWith(dateAlone)
    state.offSeconds = 60
    let isConfirmed = false
    const watch = new ClockWatch({ networks: LOOPBACK, now: () => NOW_MS, isConfirmed: () => isConfirmed })
    await watch.check(camera)
    expect([watch.reason, state.asked]).toEqual([null, 0])
    isConfirmed = true
    await watch.check(camera)
    expect(watch.reason).toMatchObject({ code: 'clock-ahead' })
  })

  test('a camera outside the site’s networks is not contacted', async () => {
    const { state, camera } = await cameraWith(dateAlone)
    state.offSeconds = 60
    const watch = new ClockWatch({ networks: { cidrs: [], isLoopbackAllowed: false }, now: () => NOW_MS })
    await watch.check(camera)
    expect([watch.reason, state.asked]).toEqual([null, 0])
  })

  test('REAL-09 the clock is read at the ONVIF port of the camera’s vendor', () => {
    const of = (changes: Partial<DesiredCamera>) => portsOf(wantedCamera('room', 'rtsp://10.0.0.9/stream1', changes))
    expect([of({ vendor: 'TAPO' }), of({ vendor: 'REOLINK' }), of({ vendor: 'IO_DATA' }), of({})]).toEqual([
      [2020],
      [8000],
      [80],
      [80],
    ])
    expect(of({ vendor: 'TAPO', extraConfig: '{"onvifPort":8899}' })).toEqual([8899])
    expect(of({ extraConfig: '{"onvifPort":"22"}' })).toEqual([80])
  })
})
