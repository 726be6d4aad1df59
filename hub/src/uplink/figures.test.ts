import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { type FiguresOptions, HubFigures } from './figures.ts'

const RAISED = '2026-11-20T01:00:00.000Z'
const now = () => Date.parse(RAISED) + 42_000
let figures: HubFigures | undefined
afterEach(() => figures?.stop())

async function serve(more: Partial<FiguresOptions> = {}): Promise<string> {
  const event = { type: 'alert-raised', alertId: '', occurredAt: RAISED } as never
  let heard: () => void = () => {}
  const served = new Promise<void>((resolve) => {
    heard = resolve
  })
  figures = new HubFigures({
    ...{ port: 0, now, log: () => heard(), isConnected: () => true, workersMemoryBytes: () => 5 },
    spool: { waiting: 3, nextBatch: () => ({ epoch: '', fromSequence: 1, events: [event], store: null as never }) },
    cameras: () => [{ isOnline: true }, { isOnline: false }, { isOnline: false }] as never,
    readMachine: () => ({ cpuShare: null, memoryBytes: 7, diskFreeBytes: 9 }),
    ...more,
  })
  figures.start()
  await served
  return figures.address!
}

test('OPS-07 a hub shows its line, its spool with the oldest event, its cameras and its machine', async () => {
  const text = await (await fetch(`${await serve()}/metrics`)).text()
  expect(text.split('\n')).toEqual(
    expect.arrayContaining([
      ...['mimamori_hub_connected 1', 'mimamori_hub_spool_events 3', 'mimamori_hub_spool_oldest_seconds 42'],
      ...['mimamori_hub_cameras{state="online"} 1', 'mimamori_hub_cameras{state="offline"} 2'],
      ...['mimamori_hub_disk_free_bytes 9', 'process_resident_memory_bytes 7', 'mimamori_hub_workers_memory_bytes 5'],
    ]),
  )
  expect(text).toContain('nodejs_eventloop_delay_seconds{quantile="0.99"}')
})

test('the figures of a hub answer this machine by its own name alone, and nothing else is there', async () => {
  const { port } = new URL(await serve())
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, headers, method }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end()
    })
  expect(await ask('/metrics')).toBe(200)
  expect(await ask('/metrics', { host: 'rebound.example' })).toBe(404)
  expect(await ask('/metrics', { 'x-forwarded-for': '10.0.0.9' })).toBe(404)
  expect(await ask('/metrics', {}, 'POST')).toBe(404)
  expect(await ask('/')).toBe(404)
})

test('a hub without a port for them serves no figures', () => {
  figures = new HubFigures({ port: null } as FiguresOptions)
  figures.start()
  expect(figures.address).toBeNull()
})
