/** Texts of the mailbox, Japanese. */
import type { MailTexts } from './mail.en.ts'

export const mailJa: MailTexts = {
  title: 'メールボックス',
  letters: '{{total}}通',
  search: 'メールを検索',
  kept: 'メールサーバーが設定されていないため、メールは送信されずにここに保管されます。リンクと確認コードは秘密情報です。本人に伝えるときだけ開いてください。',
  sent: 'メールはメールサーバーから送信されます。本文は受信者だけのもので、ここでは送信の状況を確認できます。',
  none: 'メールはまだありません',
  'none-help': '招待とパスワード再設定の確認コードがここに表示されます。',
  connected: '施設に接続している間は、メールボックスを開けません。先に接続を解除してください。',
  choose: 'メールを選択すると、ここに表示されます。',
  to: '宛先',
  site: '施設',
  written: '作成日時',
  state: '状態',
  tries: '送信回数',
  fault: '拒否の内容',
  'state-pending': '送信待ち',
  'state-sending': '送信中',
  'state-sent': '送信済み',
  'state-dead': '送信できませんでした',
  'state-kept': '保管中',
  'no-text': '本文は受信者にのみ送られたか、7日が過ぎて削除されました。',
  back: 'メールの一覧へ戻る',
}
