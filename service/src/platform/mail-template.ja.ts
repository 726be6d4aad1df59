/** E-mails in Japanese. */
import type { TemplateTexts } from './mail-template.ts'

function time(at: Date, timezone: string): string {
  const text = at.toLocaleString('ja-JP', { dateStyle: 'long', timeStyle: 'short', timeZone: timezone })
  return `${text}（${timezone}）`
}

export const mailJa: TemplateTexts = {
  invitation: ({ name, siteName, invitedBy, link, expiresAt, timezone }) => ({
    subject: `【Mimamori】${siteName}への招待`,
    greeting: `${name} 様`,
    paragraphs: [
      invitedBy === null
        ? `${siteName}のアカウントが作成されました。`
        : `${invitedBy} さんが${siteName}のアカウントを作成しました。`,
      '次のリンクを開き、パスワードを設定してください。リンクは一度だけ使用できます。',
    ],
    link: { label: '招待を受ける', href: link },
    notes: [
      `リンクの有効期限は${time(expiresAt, timezone)}です。期限が過ぎた場合は、管理者に再送を依頼してください。`,
      'お心当たりのない場合は、このメールを破棄してください。',
    ],
  }),
  'reset-code': ({ name, code, minutes }) => ({
    subject: '【Mimamori】パスワード再設定の確認コード',
    greeting: `${name} 様`,
    paragraphs: ['新しいパスワードを設定するには、次の確認コードを入力してください。'],
    code,
    notes: [
      `確認コードの有効期限は${minutes}分で、一度だけ使用できます。当方から確認コードをお尋ねすることはありません。`,
      'お心当たりのない場合は、このメールを破棄してください。パスワードは変更されません。',
    ],
  }),
  'password-changed': ({ name, changedAt, timezone }) => ({
    subject: '【Mimamori】パスワードが変更されました',
    greeting: `${name} 様`,
    paragraphs: [
      `${time(changedAt, timezone)}に、アカウントのパスワードが変更されました。すべての端末からログアウトしました。`,
    ],
    notes: ['ご自身で変更していない場合は、すぐに管理者へご連絡ください。'],
  }),
}
