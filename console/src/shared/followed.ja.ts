/** Texts of what units and sites say about apps, Japanese. */
import type { FollowedTexts } from './followed.en.ts'

export const followedJa: FollowedTexts = {
  state: '状態',
  'state-ENABLED': 'オン',
  'state-DISABLED': 'オフ',
  'state-PARTIAL': '一部オン',
  'on-cameras': 'カメラの状態',
  'no-cameras': 'カメラなし',
  following_one: '{{count}}台が従っています',
  following_other: '{{count}}台が従っています',
  schedule: 'スケジュール',
  never: '動作しません（時間帯がありません）',
  'edit-schedule': 'スケジュールを編集',
  'schedule-of': '{{app}}のスケジュール',
  saved: '変更を保存しました。',
}
