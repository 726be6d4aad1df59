/** Accident reports on paper and as a workbook, read back. */
import { strFromU8, unzipSync } from 'fflate'
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startService, type TestService } from '#testing/service.ts'
import * as begun from './testing-accident.ts'

let service: TestService
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.stop())

describe('REPORT-05 the files', () => {
  test('TEXT-02 the workbook holds no formula, whatever somebody writes into the form', async () => {
    const place = await begun.fall(service)
    const starts = [...'=+-@\t＝＋－＠'].map((mark) => `${mark}HYPERLINK("https://evil.example","A")`)
    for (const causeText of starts) {
      await begun.save(service, place.nurse, place.id, { ...begun.ANSWERS, cause: causeText })
      const files = unzipSync(new Uint8Array(await begun.fileOf(service, place, 'excel')))
      const sheets = Object.entries(files).filter(([name]) => /^xl\/worksheets\/.*\.xml$/.test(name))
      const cells = sheets.flatMap(([, bytes]) =>
        strFromU8(bytes)
          .replaceAll(/<c [^>]*\/>/g, '')
          .match(/<c [^>]*>.*?<\/c>/gs),
      )
      expect(
        cells.filter((cell) => !cell || /<f[ >]/.test(cell) || !/^<c [^>]*t="(s|inlineStr|str)"/.test(cell)),
      ).toEqual([])
      expect(strFromU8(files['xl/sharedStrings.xml']!)).toContain(causeText.trim().slice(0, 10))
    }
  })

  test('REPORT-05 the PDF has the ministry’s sections in Japanese, ticked boxes, and seconds in sentences', async () => {
    const place = await begun.fall(service)
    await begun.save(service, place.nurse, place.id, {
      ...begun.ANSWERS,
      cause: '夜間の排せつで立ち上がった。'.repeat(120),
    })
    const file = await begun.fileOf(service, place, 'pdf')
    const pdf = await pdfjs.getDocument({ data: new Uint8Array(file), verbosity: 0 }).promise
    const texts = await Promise.all(
      Array.from({ length: pdf.numPages }, async (_, at) => {
        const { items } = await (await pdf.getPage(at + 1)).getTextContent()
        return items.map((item) => ('str' in item ? item.str : '')).join('')
      }),
    )
    const text = texts.join('').replaceAll(/\s/g, '')
    for (const part of [
      ...['事故報告書（事業者→市町村）', '事業所番号', '1370000001', '■受診（外来・往診）', '□入院', '■要介護3'],
      ...['■骨折（右大腿骨）', '203で転倒を検知した。〔映像0:05〕', '再発防止策', '■第1報□第＿＿報□最終報告', '下書き'],
      // Rows that this accident does not ask for stand where municipalities look for them.
      ...['死亡年月日', '受診先の連絡先', '□男性■女性'],
    ]) {
      expect(text).toContain(part)
    }
    // A sentence may go on on the next page.
    expect(text.match(/夜間/g)).toHaveLength(120)
    expect(text).not.toContain('□男性■女性□その他')
  })

  test('REPORT-05 the workbook has the same rows, and an old revision stays as it was', async () => {
    const place = await begun.fall(service)
    await begun.save(service, place.nurse, place.id, begun.ANSWERS)
    const cells = async (query = '') => {
      const files = unzipSync(new Uint8Array(await begun.fileOf(service, place, 'excel', query)))
      const strings = strFromU8(files['xl/sharedStrings.xml']!)
      return [...strings.matchAll(/<t[^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
    }
    const now = await cells()
    for (const part of ['2 事業所の概要', '事業所番号', '1370000001', '88歳', `${begun.OPENING}〔映像 0:05〕`]) {
      expect(now).toContain(part)
    }
    expect(now.find((text) => text!.includes('要介護3'))).toContain('■要介護3')
    expect(await cells('?version=1')).not.toContain('1370000001')
  })
})
