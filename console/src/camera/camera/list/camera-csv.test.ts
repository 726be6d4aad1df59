/** Bulk registration from CSV: encodings, headings, cells, errors. */

import cameraFieldEn from '@mimamori/contract/languages/en/camera-field.json'
import cameraFieldJa from '@mimamori/contract/languages/ja/camera-field.json'
import { describe, expect, test } from 'vitest'
import { parseCsv } from '#lib/list/csv-file.ts'
import { decodeText } from '#lib/list/decode-text.ts'
import { CSV_FIELDS, mapHeadings, templateCsv, toCells } from './camera-csv.ts'
import { checkRow } from './camera-csv-row.ts'

const UNIT = { id: '018f0000-0000-7000-8000-000000000001', name: '2階 東' }
const HUB = { id: '018f0000-0000-7000-8000-000000000002', name: 'Hub 1' }
const TAGS = [
  { id: '018f0000-0000-7000-8000-000000000003', name: 'Night watch' },
  { id: '018f0000-0000-7000-8000-000000000004', name: '転倒注意' },
]
const NIGHT = { id: '018f0000-0000-7000-8000-000000000005', name: '夜勤 Night' }
const names = { units: [UNIT], hubs: [HUB], tags: TAGS, shifts: [NIGHT] }
const good = {
  name: 'Room 301',
  description: 'Bed by the window',
  type: 'Other',
  brand: 'Sakura Optics',
  model: 'SO-2',
  streamUrl: 'rtsp://10.0.0.31/stream',
  streamingId: 'room-301',
  location: 'Room 301',
}

describe('the bytes of a file', () => {
  // 居室,廊下 as a Japanese spreadsheet writes it.
  const shiftJis = new Uint8Array([0x8b, 0x8f, 0x8e, 0xba, 0x2c, 0x98, 0x4c, 0x89, 0xba])

  test.each([
    ['UTF-8', new TextEncoder().encode('居室,廊下')],
    ['UTF-8 with its mark', new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('居室,廊下')])],
    ['Shift_JIS', shiftJis],
    [
      'UTF-16 as "Unicode text" of Excel',
      new Uint8Array([0xff, 0xfe, 0x45, 0x5c, 0xa4, 0x5b, 0x2c, 0, 0xca, 0x5e, 0x0b, 0x4e]),
    ],
  ])('CAM-07 %s is read as it was written', (_, bytes) => {
    expect(decodeText(bytes)).toBe('居室,廊下')
  })
})

describe('headings and lines', () => {
  test('CAM-07 every heading is known in English, in Japanese and by its plain name', () => {
    for (const headings of [
      CSV_FIELDS,
      CSV_FIELDS.map((it) => cameraFieldEn[it]),
      CSV_FIELDS.map((it) => cameraFieldJa[it]),
    ]) {
      expect(mapHeadings(headings)).toEqual([...CSV_FIELDS])
    }
  })

  test('CAM-07 case, width, spaces and required marks are ignored; unknown headings stay open', () => {
    expect(mapHeadings(['ＣＡＭＥＲＡ ＮＡＭＥ *', 'stream_url', '高さ', 'Remarks', 'Camera name'])).toEqual([
      'name',
      'streamUrl',
      'height',
      null,
      null,
    ])
  })

  test('CAM-07 the names that video systems use for a field are known too', () => {
    expect(mapHeadings(['ストリーミングID', '居室'])).toEqual(['streamingId', 'location'])
    expect(mapHeadings(['Streaming Id', 'Room'])).toEqual(['streamingId', 'location'])
  })

  test('CAM-07 semicolons, quoted line breaks, empty and short lines are parsed correctly', () => {
    const file = parseCsv('Camera Name;Description;Location\r\n"Room ""1""";"two\nlines";A\r\n;;\r\nRoom 2\r\n')
    expect(file.lines).toEqual([
      ['Room "1"', 'two\nlines', 'A'],
      ['Room 2', '', ''],
    ])
    expect(toCells(file, ['name', null, 'location'])[0]).toEqual({ name: 'Room "1"', location: 'A' })
  })

  test('CAM-07 a template can be read back, and none of its cells runs in a spreadsheet', () => {
    const csv = templateCsv('ja', [
      { name: '=1+1', description: '-2', streamUrl: 'rtsp://10.0.0.1/', extraConfig: '{"a":1}' },
    ])
    expect(csv).toContain("'=1+1")
    const file = parseCsv(csv)
    expect(toCells(file, mapHeadings(file.headings))[0]).toMatchObject({
      name: '=1+1',
      description: '-2',
      extraConfig: '{"a":1}',
    })
  })
})

describe('cells', () => {
  test('CAM-07 a line with the required cells alone is a good camera', () => {
    expect(checkRow(good, names)).toEqual({ draft: { ...good, type: 'UNKNOWN' }, errors: {} })
  })

  test('CAM-03 CAM-07 each missing or wrong cell has its own error', () => {
    const { errors } = checkRow(
      { ...good, name: '', streamUrl: 'ftp://10.0.0.31', ipAddress: '10.0.0', width: 'wide' },
      names,
    )
    expect(errors).toEqual({
      name: 'camera.name-required',
      streamUrl: 'camera.stream-url-scheme',
      ipAddress: 'camera.ip-address-invalid',
      width: 'camera.not-a-number',
    })
  })

  test('CAM-03 CAM-07 a missing kind and an alert without minutes are errors of their cells', () => {
    expect(checkRow({ ...good, type: '' }, names).errors).toEqual({ type: 'camera.type-required' })
    expect(checkRow({ ...good, isInactiveAlertOn: 'はい' }, names).errors).toEqual({
      inactiveAlertMinutes: 'camera.inactive-alert-minutes-required',
    })
  })

  test('CAM-07 a word that is not known says the words that are, in both languages', () => {
    const wrong = { ...good, locationType: 'Garden', vendor: 'Sony', isPrivacyOn: 'maybe' }
    expect(checkRow(wrong, names).errors).toEqual({
      locationType: 'camera.word-unknown ROOM / 居室, HALLWAY / 廊下, DINING / 食堂',
      vendor:
        'camera.word-unknown AXIS, HIKVISION, DAHUA, UNIVIEW, TAPO, VIGI, I_PRO, REOLINK, IO_DATA / アイオーデータ, other / その他',
      isPrivacyOn: 'camera.word-unknown yes / はい, no / いいえ',
    })
  })

  test('CAM-07 words of both languages, full-width digits, days and names are understood', () => {
    const { draft, errors } = checkRow(
      {
        ...good,
        type: 'ＡＸＩＳ',
        locationType: '廊下',
        connection: '無線',
        privacyLevel: 'Blur',
        isPrivacyOn: '○',
        installationDate: '2026年4月1日',
        roomSizeM2: '１８．５',
        unitId: '2階東',
        agentId: 'hub 1',
        tagIds: 'night watch、転倒注意',
        shiftIds: '夜勤 night',
      },
      names,
    )
    expect(errors).toEqual({})
    expect(draft).toMatchObject({
      type: 'AXIS',
      locationType: 'HALLWAY',
      connection: 'wireless',
      privacyLevel: 'blur',
      isPrivacyOn: true,
      installationDate: '2026-04-01',
      roomSizeM2: 18.5,
      unitId: UNIT.id,
      agentId: HUB.id,
      tagIds: [TAGS[0]!.id, TAGS[1]!.id],
      shiftIds: [NIGHT.id],
    })
  })

  test('CAM-07 a unit, hub, tag or shift that the site does not have is an error, never a guess', () => {
    const { errors } = checkRow(
      { ...good, unitId: '9階', agentId: 'Hub', tagIds: 'Night watch; ?', shiftIds: 'Noon' },
      names,
    )
    expect(errors).toEqual({
      unitId: 'camera.unit-unknown',
      agentId: 'camera.agent-unknown',
      tagIds: 'camera.tag-unknown',
      shiftIds: 'camera.shift-unknown',
    })
  })
})
