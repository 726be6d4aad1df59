/** Values that a file can use for the choices of a camera: their codes, and the words of both languages. */
import type { CsvField } from './camera-csv.ts'

type Words = ReadonlyMap<string, unknown>

/** As an error names the answers; `answerOf` knows more. */
export const FLAG_WORDS = 'yes / はい, no / いいえ'

export const WORDS: Partial<Record<CsvField, Words>> = {
  type: new Map([
    ['qwatch', 'QWATCH'],
    ['クウォッチ', 'QWATCH'],
    ['axis', 'AXIS'],
    ['アクシス', 'AXIS'],
    ['axisagent', 'AXIS_AGENT'],
    ['axis(agent)', 'AXIS_AGENT'],
    ['axis(エージェント)', 'AXIS_AGENT'],
    ['unknown', 'UNKNOWN'],
    ['other', 'UNKNOWN'],
    ['その他', 'UNKNOWN'],
  ]),
  vendor: new Map<string, string | null>([
    ['axis', 'AXIS'],
    ['hikvision', 'HIKVISION'],
    ['dahua', 'DAHUA'],
    ['uniview', 'UNIVIEW'],
    ['tapo', 'TAPO'],
    ['tplinktapo', 'TAPO'],
    ['vigi', 'VIGI'],
    ['tplinkvigi', 'VIGI'],
    ['ipro', 'I_PRO'],
    ['panasonic', 'I_PRO'],
    ['reolink', 'REOLINK'],
    ['iodata', 'IO_DATA'],
    ['アイオーデータ', 'IO_DATA'],
    ['other', null],
    ['その他', null],
  ]),
  locationType: new Map([
    ['room', 'ROOM'],
    ['居室', 'ROOM'],
    ['部屋', 'ROOM'],
    ['hallway', 'HALLWAY'],
    ['corridor', 'HALLWAY'],
    ['廊下', 'HALLWAY'],
    ['dining', 'DINING'],
    ['diningroom', 'DINING'],
    ['食堂', 'DINING'],
    ['ダイニング', 'DINING'],
  ]),
  sensitivity: new Map([
    ['low', 'low'],
    ['低', 'low'],
    ['低い', 'low'],
    ['medium', 'medium'],
    ['中', 'medium'],
    ['標準', 'medium'],
    ['high', 'high'],
    ['高', 'high'],
    ['高い', 'high'],
  ]),
  connection: new Map([
    ['wired', 'wired'],
    ['有線', 'wired'],
    ['wireless', 'wireless'],
    ['wifi', 'wireless'],
    ['無線', 'wireless'],
  ]),
  privacyLevel: new Map([
    ['none', 'none'],
    ['なし', 'none'],
    ['blur', 'blur'],
    ['ぼかし', 'blur'],
    ['silhouette', 'silhouette'],
    ['シルエット', 'silhouette'],
  ]),
}

const JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/

/** One word of each language for every choice: `ROOM / 居室, HALLWAY / 廊下`. */
export function wordList(words: Words): string {
  const choices = [...new Set(words.values())].map((value) => {
    const all = [...words].filter(([, meant]) => meant === value).map(([word]) => word)
    const plain = typeof value === 'string' ? value : all.find((word) => !JAPANESE.test(word))
    return [plain, all.find((word) => JAPANESE.test(word))].filter(Boolean).join(' / ')
  })
  return choices.join(', ')
}
