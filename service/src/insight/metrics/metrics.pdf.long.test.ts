/** The PDF as its readers see it: its pages rendered, its text extracted, its structure checked. */

import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openStream } from '#service/alerting/stream/testing.ts'
import { startService, type TestService } from '#testing/service.ts'
import { insertAlert, insertCamera, insertUnit } from '#testing/site.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

async function site(name = '髙﨑の里') {
  const tenant = await service.tenant()
  await service.sql`update tenant set name = ${name} where id = ${tenant.id}`
  const unitId = await insertUnit(service, tenant, '東棟')
  const camera = await insertCamera(service, tenant, { unitId, name: '101-A', location: '101号室' })
  for (let day = 1; day <= 15; day++) {
    const occurredAt = `2026-11-${String(day).padStart(2, '0')}T0${day % 9}:10:00.000Z`
    await insertAlert(service, camera, { activity: 'A005', severity: 'critical', occurredAt })
  }
  return { tenant, unitId, admin: await service.user({ role: 'ADMIN', tenant }) }
}

const MONTH = { startDate: '11-2026', endDate: '2026-11' }
async function download(token: string, body: object = {}) {
  const answer = await service.app.http.inject({
    ...{ method: 'POST', url: '/api/metrics/downloadReport' },
    headers: { 'x-authtoken': token },
    payload: { ...MONTH, ...body },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

const open = (bytes: Uint8Array) => pdfjs.getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
async function textOf(pdf: Awaited<ReturnType<typeof open>>, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

type Node = { role?: string; children?: Node[] }
const rolesOf = (node: Node | null): string[] => [
  ...(node?.role ? [node.role] : []),
  ...(node?.children ?? []).flatMap(rolesOf),
]

describe('METRIC-04 the report as a PDF', () => {
  test('the PDF has Japanese text, page numbers, tagged headings and the site’s name', async () => {
    const { admin } = await site()
    const { status, headers, bytes } = await download(admin.token, { locale: 'ja' })
    expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
    const name = encodeURIComponent('髙﨑の里-2026年11月-analytics-report.pdf')
    expect(headers['content-disposition']).toContain(`filename*=UTF-8''${name}`)
    const pdf = await open(bytes)
    const first = await textOf(pdf, 1)
    for (const text of ['総合レポート', '髙﨑の里 · 2026年11月', '101号室', `1 / ${pdf.numPages}`])
      expect(first).toContain(text)
    const roles = rolesOf((await (await pdf.getPage(1)).getStructTree()) as Node)
    for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']) expect(roles).toContain(role)
    expect((await pdf.getOutline()).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['総合レポート', '転倒レポート', '睡眠']),
    )
    expect((await pdf.getMetadata()).info).toMatchObject({ Language: 'ja', Title: '髙﨑の里 · 2026年11月' })
  })

  test('the first page of the PDF shows critical bars in their color', async () => {
    const { admin } = await site()
    const pdf = await open((await download(admin.token)).bytes)
    const page = await pdf.getPage(1)
    const viewport = page.getViewport({ scale: 1 })
    const factory = pdf.canvasFactory as unknown as { create(width: number, height: number): { context: never } }
    const canvas = factory.create(Math.ceil(viewport.width), Math.ceil(viewport.height))
    await page.render({ canvas: null, canvasContext: canvas.context, viewport }).promise
    type Pixels = { getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray } }
    const context = canvas.context as unknown as Pixels
    const { data } = context.getImageData(0, 0, Math.ceil(viewport.width), Math.ceil(viewport.height))
    let critical = 0
    for (let at = 0; at < data.length; at += 4) {
      if (Math.abs(data[at]! - 0xc5) < 12 && data[at + 1]! < 60 && data[at + 2]! < 60) critical++
    }
    // Fifteen bars of a quarter of the chart's height each.
    expect(critical).toBeGreaterThan(1_000)
  })

  test('ALARM-06 the PDF has times to claim and to arrival, in both languages', async () => {
    const { admin, tenant } = await site()
    const textIn = async (locale: 'en' | 'ja') => {
      const pdf = await open((await download(admin.token, { locale })).bytes)
      const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => textOf(pdf, at + 1)))
      return pages.join(' ').replace(/\s+/g, ' ')
    }
    expect(await textIn('en')).toContain('Time until somebody was in the room No arrival was noted')
    await service.sql`
      update alert set alarm_state = 'arrived', claimed_at = created_at + interval '20 seconds', claimer_name = 'Aya Yoshida',
        arrived_at = created_at + interval '95 seconds', arrived_name = 'Aya Yoshida' where tenant_id = ${tenant.id}`
    const english = await textIn('en')
    expect(english).toContain('Half of the critical alerts were claimed within 20 s')
    expect(english).toMatch(
      /Time until somebody was in the room.*Arrivals Median 9 of 10 within Critical 15 1 min 35 s 1 min 35 s/,
    )
    expect(english).toMatch(/Incidents Claimed after \(median\) In the room after \(median\) .*? 15 20 s 1 min 35 s/)
    const months = 'False alarms Claimed after (median) In the room after (median)'
    expect(english).toContain(months)
    expect(english).toMatch(/November 2026 .*? 20 s 1 min 35 s/)
    const japanese = await textIn('ja')
    expect(japanese).toMatch(/居室に着くまでの時間.*緊急 15 1分35秒 1分35秒/)
    expect(japanese).toMatch(/対応開始まで ?（中央値） 居室到着まで ?（中央値） .*? 20秒 1分35秒/)
  })

  test('progress of the PDF is reported to its caller alone', async () => {
    const { admin, tenant } = await site()
    const colleague = await service.user({ role: 'ADMIN', tenant })
    const address = await service.listen()
    const [mine, theirs] = [await openStream(address, admin), await openStream(address, colleague)]
    const progressId = '0192f0c0-0000-7000-8000-000000000001'
    await download(admin.token, { progressId })
    // The event for the colleague is sent last: by then all others would have arrived.
    const last: LiveEvent = { type: 'report-progress', progressId, percent: 100, forUserId: colleague.id }
    service.platform.bus.publish(tenant.id, last)
    await vi.waitFor(() => expect(theirs.events()).toHaveLength(1))
    await vi.waitFor(() => expect(mine.events().at(-1)).toMatchObject({ percent: 100 }))
    for (const stream of [mine, theirs]) stream.end()
    expect(theirs.events()).toEqual([last])
    const steps = mine.events().flatMap((event) => (event.type === 'report-progress' ? [event] : []))
    expect(steps.length).toBeGreaterThan(3)
    expect(steps[0]).toMatchObject({ progressId, percent: 0, forUserId: admin.id })
    expect(steps.map(({ percent }) => percent)).toEqual(steps.map(({ percent }) => percent).toSorted((a, b) => a - b))
  })

  test('invalid, reversed and too many months are rejected with an error on the field', async () => {
    const { admin } = await site()
    const refused = async (body: object) =>
      (await service.refused(admin.token, 'metrics.downloadReport', { body: body as never })).body.fields
    expect(await refused({ startDate: '12-2026', endDate: '11-2026' })).toEqual({ startDate: 'range.start-before-end' })
    expect(await refused({ startDate: '13-2026', endDate: '11-2026' })).toHaveProperty('startDate')
    expect(await refused({ startDate: '01-2020', endDate: '11-2026' })).toEqual({ startDate: 'range.too-long' })
  })

  test('METRIC-04 a custom range has a PDF of exactly these days, with its falls by month', async () => {
    const { admin } = await site()
    const own = { from: '2026-11-02T15:00:00.000Z', to: '2026-11-05T15:00:00.000Z' }
    const { status, bytes } = await download(admin.token, { ...own, locale: 'en' })
    expect(status).toBe(200)
    const pdf = await open(bytes)
    expect((await pdf.getMetadata()).info).toMatchObject({ Title: '髙﨑の里 · Nov 3, 2026–Nov 5, 2026' })
    const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, at) => textOf(pdf, at + 1)))
    const text = pages.join(' ')
    expect(text).toContain('the previous 3 days')
    expect(text).toContain('Month by month')
    for (const body of [{ from: own.from }, { from: own.to, to: own.from }]) {
      const refused = await service.refused(admin.token, 'metrics.downloadReport', { body: { ...MONTH, ...body } })
      expect(refused.body.fields).toEqual({ from: 'metrics.range-invalid' })
    }
  })

  test('the download is audited with its months', async () => {
    const { admin, tenant } = await site()
    await download(admin.token)
    const [row] =
      await service.sql`select details from audit where tenant_id = ${tenant.id} and action = 'metrics.downloadReport'`
    expect(row!.details).toMatchObject({ startDate: '2026-11', endDate: '2026-11' })
  })
})
