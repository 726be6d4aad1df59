/** A file of residents as carers write it: headings in either language, answers in words, days with slashes. */

import { expect, test } from 'vitest'
import { parseCsv } from '#lib/list/csv-file.ts'
import { missingFields, templateCsv, toLines } from './resident-csv.ts'

test('RESIDENT-01 a Japanese file is read with its answers, honorific and days', () => {
  const file = parseCsv(
    '氏名,敬称,居室,入居日,検知の同意,録画の同意,鮮明な映像の同意,回答日,署名者\r\n山田 花子,さん,201,2026/4/1,○,いいえ,はい,2026年11月1日,長女\r\n',
  )
  expect(missingFields(file)).toEqual([])
  expect(toLines(file)).toEqual([
    {
      ...{ name: '山田 花子', honorific: 'san', room: '201', from: '2026-04-01' },
      ...{ detection: true, recording: false, clearPictures: true, answeredOn: '2026-11-01', answeredBy: '長女' },
    },
  ])
})

test('RESIDENT-01 an answer other than yes or no is left out, so the service requires it', () => {
  const file = parseCsv('Name,Detection,Recording,Clear pictures,Answered on,Signed by\nA,maybe,,no,2026-11-01,B\n')
  expect(toLines(file)).toEqual([{ name: 'A', clearPictures: false, answeredOn: '2026-11-01', answeredBy: 'B' }])
})

test('RESIDENT-01 a missing column is reported, and the template has all in both languages', () => {
  expect(missingFields(parseCsv('Name,Room\nA,201\n'))).toEqual([
    ...['detection', 'recording', 'clearPictures', 'answeredOn', 'answeredBy'],
  ])
  for (const language of ['en', 'ja'] as const) {
    const file = parseCsv(templateCsv(language).replace('\uFEFF', ''))
    expect(missingFields(file)).toEqual([])
    expect(toLines(file)[0]).toMatchObject({ honorific: 'sama', bed: 1, detection: true, clearPictures: false })
  }
})
