/** The field's own words that several features share, Japanese. */
import type { WordTexts } from './word.en.ts'

export const wordJa: WordTexts = {
  'severity-critical': '緊急',
  'severity-high': '高',
  'severity-medium': '中',
  'severity-low': '低',
  'app-A001': '人の検知',
  'app-A003': '動き',
  'app-A004': '起床',
  'app-A005': '転倒',
  'app-A006': '離床',
  'app-A007': '常時録画',
  'app-A008': 'ライブ映像',
  'app-camera-inactive': 'カメラの映像なし',
  'app-hub-offline': 'ハブのオフライン',
  'status-Online': 'オンライン',
  'status-Offline': 'オフライン',
  'status-Inactive': '非アクティブ',
  'status-Disabled': '無効',
  'no-picture': '表示できる画像がありません。',
  'people-clear': '録画のまま',
  'people-blurred': 'ぼかし',
  'people-blurred-help': '個人が特定できないよう、ハブでぼかした映像です。',
  'people-silhouettes': 'シルエット',
  'people-silhouettes-help': '人物は影の形だけで表示されます。元の映像がハブの外に出ることはありません。',
}
