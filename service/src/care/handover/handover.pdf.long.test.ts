/** The printed sheet of a shift, quiet and busy, in both languages: nothing is omitted, nothing is cut off. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import type { HandoverAlarm, HandoverRoom, HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { LOCALE_CODES, type Locale } from '@mimamori/contract/languages/locales.ts'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { describe, expect, test } from 'vitest'
import { drawHandover } from './handover.pdf.ts'

const PDFTOTEXT = '/usr/bin/pdftotext'
const START = Date.parse('2026-11-25T12:00:00.000Z')
const at = (minutes: number) => new Date(START + minutes * 60_000).toISOString()
const id = (number: number) => `019aa000-0000-7000-8000-${String(number).padStart(12, '0')}`
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, each) => make(each))
const NOBODY = { text: '', version: 0, userName: null, at: null }
const written = (text: string) => ({ text, version: 1, userName: 'Yoko Sato', at: at(0) })
const LONG = '右膝の痛みを訴える。歩行器を使用し、トイレは必ず付き添うこと。家族が午後に来訪予定。'

/** The n-th alarm of a night: every tenth is a fall with a note, the others are bed exits of a few rooms. */
function alarm(number: number, more: Partial<HandoverAlarm> = {}): HandoverAlarm {
  const room = number % 9
  const shared = {
    alertId: id(number),
    cameraId: id(900 + room),
    room: id(900 + room),
    location: `${200 + room}号室`,
    isPossible: false,
    kindName: null,
  }
  const times = { occurredAt: at(1 + number), state: 'resolved' as const, claimedSeconds: 61, arrivedSeconds: 754 }
  const resident = { id: id(700 + room), name: `勅使河原 喜久右衛門${room}`, honorific: 'sama' as const }
  const bedExit = { activity: 'A006', severity: 'high', outcome: 'assisted', note: null } as const
  const fall = { activity: 'A005', severity: 'critical', outcome: 'no-injury', note: `転倒${number}の記録` } as const
  return {
    ...shared,
    ...times,
    ...{ residents: [resident], resolvedSeconds: 3754, userName: '佐藤 由紀', thumbnailUrl: null },
    ...(number % 10 === 0 ? fall : bedExit),
    ...more,
  }
}

const room = (number: number, note = ''): HandoverRoom => ({
  ...{ cameraId: id(900 + number), room: id(900 + number), location: `${200 + number}号室`, unitName: null },
  ...{ bedExits: 2, usualBedExits: 2.5 },
  residents: [{ id: id(700 + number), name: `山田 花子${number}`, honorific: 'sama' }],
  sleep: {
    ...{ day: '2026-11-24', isProvisional: true, sleepMinutes: 399, bedtimeOfDay: 1290, getUpOfDay: 399 },
    coverageShare: 1,
  },
  ...{ checkIns: 0, visits: 0, note: note ? written(note) : NOBODY },
})

function night(alarms: HandoverAlarm[], more: Partial<HandoverSheet> = {}): HandoverSheet {
  return {
    ...{ siteName: 'さくらの里', timezone: 'Asia/Tokyo', unitId: null, unitName: '東棟', at: at(600), note: NOBODY },
    shift: { key: 'night', name: null, day: '2026-11-25', startsAt: at(0), endsAt: at(600) },
    ...{
      alarms,
      alarmCount: alarms.length,
      callCount: alarms.length,
      open: alarms.filter(({ state }) => state !== 'resolved'),
    },
    ...{ rooms: many(20, (number) => room(number)), checkIns: [], missed: [], notes: [], errors: [] },
    ...more,
  }
}

/** Points from the lower edge; the page number is below this. */
const FOOT = 45

/** The words of each page. */
async function pagesOf(locale: Locale, sheet: HandoverSheet): Promise<string[]> {
  const names = { giverName: '佐藤 由紀', receiverName: '鈴木 健', handedAt: at(600) }
  const data = new Uint8Array(await drawHandover({ locale, sheet, ...names }))
  const pdf = await pdfjs.getDocument({ data, verbosity: 0 }).promise
  return Promise.all(
    many(pdf.numPages, async (page) => {
      const { items } = await (await pdf.getPage(page + 1)).getTextContent()
      const words = items.flatMap((item) => ('str' in item && item.transform[5] > FOOT ? [item.str] : []))
      return words.join('')
    }),
  )
}

/** What stands behind drawn text for copying: UTF-16 in the content of the pages. */
function actualTexts(file: Buffer): string[] {
  const content = [...file.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, packed]) => {
    try {
      return inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1')
    } catch {
      return ''
    }
  })
  const strings = content.join('\n').matchAll(/\/ActualText \(\xfe\xff((?:\\[\s\S]|[^\\)])*)\)/g)
  return [...strings].map(([, escaped]) => {
    const bytes = escaped!.replaceAll(/\\([\s\S])/g, (_, one: string) => ESCAPES[one] ?? one)
    return Buffer.from(bytes, 'latin1').swap16().toString('utf16le')
  })
}
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

describe.each(LOCALE_CODES)('HANDOVER-01 the printed sheet of a shift in %s', (locale) => {
  test.each([0, 7])('the sheet of a quiet night with twenty rooms and %i alarms is one page', async (count) => {
    const pages = await pagesOf(locale, night(many(count, (number) => alarm(number + 1))))
    expect(pages).toHaveLength(1)
    for (const { location } of many(20, (number) => room(number))) expect(pages[0]).toContain(location)
  })

  test.each([97, 400])('the sheet names every fall of %i alarms with its note before any bed exit', async (count) => {
    const alarms = many(count, (number) => alarm(number))
    const pages = await pagesOf(locale, night(alarms))
    const text = pages.join('')
    const falls = alarms.filter(({ activity }) => activity === 'A005')
    const places = falls.map(({ note }) => text.indexOf(note!))
    expect(places).not.toContain(-1)
    const folded = text.indexOf(locale === 'ja' ? 'その他の呼び出し' : 'Other alarms by room')
    expect(Math.max(...places)).toBeLessThan(folded)
    expect(text).toContain('勅使河原')
  })

  test('the sheet has one line for a room’s bed exits, with their number, outcomes and notes', async () => {
    const alarms = [
      ...many(8, (number) => alarm(1 + 9 * number, { activity: 'A006', severity: 'high', outcome: 'assisted' })),
      alarm(82, { state: 'open', outcome: null, note: '夜間せん妄' }),
    ]
    const text = (await pagesOf(locale, night(alarms))).join('')
    expect(text).toMatch(/×\s*8/)
    expect(text).toContain('夜間せん妄')
    expect(text.match(locale === 'ja' ? /未対応/g : /Nobody has gone/g)).toHaveLength(1)
  })

  test('the sheet lists a bed exit that ended with harm among the urgent alarms', async () => {
    const harmed = alarm(1, { outcome: 'hospital', note: '救急搬送' })
    const text = (await pagesOf(locale, night([harmed]))).join('')
    expect(text.indexOf('救急搬送')).toBeGreaterThan(-1)
    expect(text.indexOf('救急搬送')).toBeLessThan(text.indexOf('219号室'))
  })

  test('TEXT-02 letters that the font lacks are marked, and copied as they were written', async () => {
    const words = ['髙﨑', '𠮷田', '한글', '简体', 'ไทย', 'العربية', 'עברית', '🩺']
    const [lacking, known] = [words.slice(2).join(' '), words.slice(0, 2).join(' ')]
    const sheet = night([], { note: written(`${known} ${lacking} صلاح`) })
    const text = (await pagesOf(locale, sheet)).join('')
    expect(text).toContain(known)
    expect(text).toContain('〓〓')
    for (const word of [...words.slice(5, 7), 'صلاح']) expect(text).toContain(word)
    const names = { giverName: '佐藤 由紀', receiverName: '鈴木 健', handedAt: at(600) }
    const copied = actualTexts(await drawHandover({ locale, sheet, ...names })).join(' ')
    for (const word of words.toSpliced(5, 2).slice(2)) expect(copied).toContain(word)
  })

  test.skipIf(!existsSync(PDFTOTEXT))(
    'TEXT-02 another reader copies right-to-left words in the order of writing',
    async () => {
      const phrases = ['سقطت مريم في الغرفة', 'שלום עולם', 'رقم صلاح عبدالله لأن شكر ثقب پگچ']
      const sheet = night([], { note: written(phrases.map((phrase) => `205 ${phrase} 済`).join('\n')) })
      const names = { giverName: 'مريم', receiverName: '鈴木 健', handedAt: at(600) }
      const input = await drawHandover({ locale, sheet, ...names })
      const text = String(execFileSync(PDFTOTEXT, ['-layout', '-', '-'], { input })).replaceAll(/\p{Cf}/gu, '')
      for (const phrase of [...phrases, names.giverName]) expect(text).toContain(phrase)
    },
  )

  test('the sheet cuts off no note, however long, and continues on further pages', async () => {
    const long = many(100, (line) => `${line}行目。${LONG}`).join('')
    const sheet = night(
      many(3, (number) => alarm(number * 10, { note: long })),
      {
        rooms: [room(1, long)],
        note: written(long),
        notes: [{ location: '201号室', at: at(3), userName: '鈴木', text: long }],
        missed: many(60, (number) => ({ location: `${number}号室`, at: at(number), userName: '', text: LONG })),
      },
    )
    const pages = await pagesOf(locale, sheet)
    const text = pages.join('')
    // Compare characters: words are split by lines and pages.
    expect(text.match(/膝/g)).toHaveLength(6 * 100 + 60)
    expect(text.match(/目/g)).toHaveLength(6 * 100)
    expect(text).not.toContain('…')
  })
})
