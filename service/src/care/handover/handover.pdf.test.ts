/** The page of a shift with more of everything than fits, in both languages. */
import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { LOCALES, type Locale } from '@mimamori/contract/languages/locales.ts'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { drawHandover } from './handover.pdf.ts'

const ID = '019aa000-0000-7000-8000-000000000001'
const AT = '2026-11-25T15:00:00.000Z'
const LONG = '右膝の痛みを訴える。歩行器を使用し、トイレは必ず付き添うこと。家族が午後に来訪予定。'.repeat(6)
const note = (text: string) => ({ text, version: 1, userName: null, at: null })
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at))

const alarm = (at: number) => ({
  ...{ alertId: `${ID.slice(0, -3)}${100 + at}`, location: `Room ${at}`, activity: 'A005', severity: 'critical' },
  ...{ occurredAt: AT, state: at === 0 ? 'open' : 'resolved', claimedSeconds: 754, arrivedSeconds: 1754 },
  ...{ resolvedSeconds: 3754, userName: 'Yoko Sato', outcome: at === 0 ? null : 'minor-injury', note: null },
})
const sleep = { day: '2026-11-24', isProvisional: true, sleepMinutes: 399, bedtimeOfDay: 1290, getUpOfDay: 399 }
const room = (at: number) => ({
  ...{ cameraId: ID, location: `Room ${at}`, unitName: null, bedExits: 12, usualBedExits: 2.5 },
  ...{ sleep: { ...sleep, coverageShare: 1 }, checkIns: 0, visits: 0, note: note(LONG) },
})
const happened = (at: number) => ({ location: `Room ${at}`, at: AT, userName: 'Yoko Sato', text: LONG })
const sheet = {
  ...{ siteName: 'Sakura no Sato', timezone: 'Asia/Tokyo', unitId: null, unitName: 'East', at: AT, note: note(LONG) },
  shift: { key: 'night', name: null, day: '2026-11-25', startsAt: AT, endsAt: AT },
  ...{ alarms: many(200, alarm), alarmCount: 200, open: [alarm(0)], rooms: many(200, room) },
  ...{ checkIns: many(50, happened), missed: many(50, happened), notes: many(50, happened) },
  failures: many(50, (at) => ({ name: `Camera ${at}`, activity: 'camera-inactive', at: AT, isDark: true })),
} as unknown as HandoverSheet

async function pagesOf(locale: Locale): Promise<string[]> {
  const names = { giverName: 'Yoko Sato', receiverName: 'Ken Suzuki', handedAt: AT }
  const data = new Uint8Array(await drawHandover({ locale, sheet, ...names }))
  const pdf = await pdfjs.getDocument({ data, verbosity: 0 }).promise
  return Promise.all(
    many(pdf.numPages, async (at) => {
      const { items } = await (await pdf.getPage(at + 1)).getTextContent()
      return items.map((item) => ('str' in item ? item.str : '')).join('')
    }),
  )
}

test.each(Object.keys(LOCALES) as Locale[])(
  'HANDOVER-01 of 200 rooms is one page with two lines of each note: %s',
  async (locale) => {
    const pages = await pagesOf(locale)
    expect(pages).toHaveLength(1)
    // What is on the second line of a note.
    expect(pages[0]!.match(/必ず付き添うこと/g)!.length).toBeGreaterThanOrEqual(7)
    expect(pages[0]).toMatch(/193/)
  },
)
