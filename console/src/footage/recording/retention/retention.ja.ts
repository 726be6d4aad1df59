/** Texts of what a site keeps of its recordings, Japanese. */
import type { RetentionTexts } from './retention.en.ts'

export const retentionJa: RetentionTexts = {
  title: '録画の保存',
  back: '録画の一覧へ戻る',
  place: '映像の保存場所',
  'place-service': 'サービスに保存',
  'place-service-help': 'ハブが録画をアップロードします。ハブに接続できないときも再生できます。',
  'place-hub': 'ハブに保存',
  'place-hub-help':
    '映像は録画したハブのディスクに残り、1分に1枚の静止画だけがアップロードされます。再生時にハブから映像を取得するため、ハブに接続できない間は再生できません。保管した録画はアップロードされます。',
  'place-change':
    '変更は、これから録画される映像に適用されます。すでにある録画は今の場所に残り、上限を超えるまでそこから再生できます。',
  limits: '保存の上限',
  'limits-help':
    '上限を超えた録画は、古いものから数分以内に完全に削除されます。容量はサービスとハブごとに別々に数えます。保管した録画は削除されず、上限にも数えません。アラートのクリップは残ります。',
  days: '保存期間',
  'days-unit': '日',
  gigabytes: '保存容量',
  empty: '空欄の場合は上限なし',
  'days-invalid': '1から3650までの整数で入力してください。',
  'gigabytes-invalid': '1から1,000,000までの整数で入力してください。',
  measurements: '測定記録',
  'measurements-help':
    'ハブが1秒ごとに残す記録（映像は含みません）です。アラートの理由の確認や、設定の試行に使います。レポートの元になる分・時間ごとの集計は残ります。',
  'measurement-days': '測定記録の保存期間',
  'measurement-days-invalid': '1から400までの整数で入力してください。',
  'removes-none': 'この上限で今すぐ削除される録画はありません。',
  removes_one: '1件の録画が削除されます（{{hours}}時間、{{size}}、{{oldest}}の録画）。',
  removes_other: '{{count}}件の録画が削除されます（合計{{hours}}時間、{{size}}、最も古いものは{{oldest}}）。',
  camera: 'カメラ',
  recordings: '録画数',
  hours: '時間',
  size: 'サイズ',
  oldest: '最も古い録画',
  'amount-oldest': '{{amount}}（最も古い録画：{{oldest}}）',
  edited: '最終更新：{{name}}、{{time}}',
  saved: '変更を保存しました。',
  'confirm-title': '録画を削除しますか？',
  'confirm-text': 'この操作は取り消せません。残しておきたい録画は、先に保管してください。',
  'confirm-verb': '保存して削除',
  stored: '現在の保存状況',
  'stored-help':
    'サービスまたはハブのディスクの空きが少なくなると、期限より前でも古い録画から削除されます。保管した録画は残ります。',
  kept: 'サービスにある録画',
  'on-hubs': 'ハブにある録画',
  archived: '保管済みの録画',
  amount_one: '1件、{{size}}',
  amount_other: '{{count}}件、{{size}}',
  shortened:
    '{{time}}に、ディスクの空きが少なくなったため、期限前の録画が削除されました。上限を小さくするか、ディスクを増やしてください。',
}
