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
      expect(cells.filter((cell) => !cell || /<f[ >]/.test(cell))).toEqual([])
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

  test('REPORT-05 the paper has the rows and boxes of the form of November 2024, in its order', async () => {
    const place = await begun.fall(service)
    const rows = await begun.rowsIn(await begun.fileOf(service, place, 'excel'))
    const form = rows.slice(
      rows.findIndex(([label]) => label === '報告の区分'),
      -1,
    )
    const shown = form.reduce<string[]>((lines, [label, mark, option, detail]) => {
      if (label) lines.push(String(label))
      if (mark) lines.push(`${lines.pop()}|${option}${detail}`)
      return lines
    }, [])
    expect(shown).toEqual(FORM_2024)
  })

  test('REPORT-05 the workbook has one value a cell, as text, day or number, and old revisions stay', async () => {
    const place = await begun.fall(service)
    await begun.save(service, place.nurse, place.id, begun.ANSWERS)
    const rows = await begun.rowsIn(await begun.fileOf(service, place, 'excel'))
    for (const row of [
      ['事業所番号', '', '1370000001', ''],
      ['年齢', '', 88, ''],
      ['サービス提供開始日', '', new Date('2026-01-01T00:00:00Z'), ''],
      // The wall clock of the site.
      ['発生日時（24時間表記）', '', new Date('2026-11-20T10:00:00Z'), ''],
      ['', '■', '要介護3', ''],
      ['', '■', '骨折', '右大腿骨'],
      ['', '□', '打撲・捻挫・脱臼', ''],
      ['発生時状況、事故内容の詳細', '', `${begun.OPENING}〔映像 0:05〕`, ''],
    ]) {
      expect(rows).toContainEqual(row)
    }
    const first = await begun.rowsIn(await begun.fileOf(service, place, 'excel', '?version=1'))
    expect(first.flat()).not.toContain('1370000001')
  })

  test('REPORT-05 a report names the form that it is written in, on its page, in its steps and at its foot', async () => {
    const place = await begun.fall(service)
    const { formVersion } = await begun.read(service, place.nurse, place.id)
    const { body } = await service.call(place.nurse.token, 'accident.history', { params: { id: place.id } })
    expect([formVersion, body.records.map((step) => step.formVersion)]).toEqual(['2024-11', ['2024-11']])
    const files = unzipSync(new Uint8Array(await begun.fileOf(service, place, 'excel')))
    expect(strFromU8(files['xl/sharedStrings.xml']!)).toContain('様式：令和6年11月29日版（介護保険最新情報Vol.1332）')
    await expect(service.sql`update accident set form_version = '2021-03' where id = ${place.id}`).rejects.toThrow(
      'accident_form_version_check',
    )
  })

  test('REPORT-05 the workbook is printed on portrait A4, as wide as the page', async () => {
    const files = unzipSync(new Uint8Array(await begun.fileOf(service, await begun.fall(service), 'excel')))
    const sheet = strFromU8(files['xl/worksheets/sheet1.xml']!)
    const order = [
      '<pageSetUpPr fitToPage="1"',
      '<sheetViews',
      '<sheetData',
      '<mergeCells',
      '<pageMargins',
      '<pageSetup ',
    ]
    const places = order.map((element) => sheet.indexOf(element))
    expect(places).toEqual(places.filter((at) => at >= 0).toSorted((a, b) => a - b))
    expect(sheet).toContain('paperSize="9" orientation="portrait" fitToWidth="1" fitToHeight="0"')
  })
})

/** Rows of the form with their boxes, as municipalities published it in 2026. */
const FORM_2024 = [
  '報告の区分|第1報|第＿＿報|最終報告',
  '提出日',
  '事故状況の程度|受診（外来・往診）、自施設で応急処置|入院|死亡|その他',
  '死亡に至った場合の死亡年月日',
  '法人名',
  '事業所（施設）名',
  '事業所番号',
  'サービス種別',
  '所在地',
  '氏名',
  '年齢',
  '性別|男性|女性',
  'サービス提供開始日',
  '保険者',
  '住所|事業所所在地|その他',
  '身体状況：要介護度|要支援1|要支援2|要介護1|要介護2|要介護3|要介護4|要介護5|自立',
  '身体状況：認知症高齢者日常生活自立度|Ⅰ|Ⅱa|Ⅱb|Ⅲa|Ⅲb|Ⅳ|M',
  '発生日時（24時間表記）',
  '発生場所|居室（個室）|居室（多床室）|トイレ|廊下|食堂等共用部|浴室・脱衣室|機能訓練室|施設敷地内の建物外|敷地外|その他',
  '事故の種別|転倒|転落|誤嚥・窒息|異食|誤薬、与薬もれ等|医療処置関連（チューブ抜去等）|不明|その他',
  '発生時状況、事故内容の詳細',
  'その他特記すべき事項',
  '発生時の対応',
  '受診方法|施設内の医師（配置医含む）が対応|受診（外来・往診）|救急搬送|その他',
  '受診先（医療機関名）',
  '受診先の連絡先（電話番号）',
  '診断名',
  '診断内容|切傷・擦過傷|打撲・捻挫・脱臼|骨折|その他',
  '検査、処置等の概要',
  '利用者の状況',
  '報告した家族等の続柄|配偶者|子、子の配偶者|その他',
  '家族等への報告年月日',
  '連絡した関係機関|他の自治体|警察|その他',
  '本人、家族、関係先等への追加対応予定',
  '事故の原因分析（本人要因、職員要因、環境要因の分析）',
  '再発防止策（手順変更、環境変更、その他の対応、再発防止策の評価時期および結果等）',
  'その他特記すべき事項',
]
