/** Texts of the own profile, Japanese. */
import type { ProfileTexts } from './profile.en.ts'

export const profileJa: ProfileTexts = {
  title: 'プロフィール',
  display: '言語と時刻',
  'display-help': '画面の表示と、届くメールの言語です。',
  locale: '言語',
  timezone: 'タイムゾーン',
  'date-format': '日付の形式',
  'saved-toast': '変更を保存しました。',
  password: 'パスワード',
  'password-text': '変更すると、ほかの端末はログアウトされます。',
  'password-shared': 'このログインは共用です。パスワードは管理者が変更します。',
  'password-connected': '施設に接続中は変更できません。先に接続を終了してください。',
  change: 'パスワードを変更',
  cancel: 'キャンセル',
  'current-password': '現在のパスワード',
  'new-password': '新しいパスワード',
  'new-password-help': '{{least}}文字以上。漏えいが知られているものは使えません。',
  'changed-toast': 'パスワードを変更しました',
  'current-password-required': '現在のパスワードを入力してください',
  'new-password-required': '新しいパスワードを入力してください',
  'current-password-wrong': '現在のパスワードが正しくありません',
}
