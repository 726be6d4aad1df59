/** Texts of notifications, English. */
export const notificationEn = {
  'cause-raised': 'New alert',
  'cause-escalated': 'Escalated: nobody answered in time',
  'cause-resent': 'Sent again',
  'cause-sample': 'Test message',
  'sample-body': 'Messages reach you in this window.',
}
export type NotificationTexts = Record<keyof typeof notificationEn, string>
