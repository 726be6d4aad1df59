/** Texts of notifications, Japanese. */
import type { NotificationTexts } from './notification.en.ts'

export const notificationJa: NotificationTexts = {
  'cause-raised': '新しいアラート',
  'cause-escalated': 'エスカレーション：時間内に誰も対応していません',
  'cause-resent': '再送',
  'cause-sample': 'テスト通知',
  'sample-body': 'この画面に通知が届いています。',
}
