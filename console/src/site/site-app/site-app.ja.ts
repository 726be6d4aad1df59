/** Texts of what a site says about apps, Japanese. */
import type { SiteAppTexts } from './site-app.en.ts'

export const siteAppJa: SiteAppTexts = {
  title: '施設のアプリ',
  help: '上位の設定に従うカメラのうち、ユニットに設定がないものに適用されます。',
  back: 'カメラ一覧に戻る',
  'unsaid-state': '未設定（オン）',
  'unsaid-schedule': '未設定（常時）',
  'schedule-help': 'カメラにもユニットにもスケジュールがない場合に適用されます。時刻は施設のタイムゾーンです。',
}
