/** Texts of the devices that somebody is signed in on, Japanese. */
import type { DeviceTexts } from './device.en.ts'

export const deviceJa: DeviceTexts = {
  title: 'ログイン中の端末',
  help: '心当たりのない端末や、使わなくなった端末をログアウトできます。',
  'help-user': 'ログアウトした端末は1秒以内に使えなくなります。',
  'help-shared': 'このログインは共用です。ほかの端末は管理者が管理します。',
  none: 'ログイン中の端末はありません',
  unknown: '不明な端末',
  'name-browser': '{{system}} の {{browser}}',
  current: 'この端末',
  'first-seen': '{{time}}から',
  'last-seen': '最終利用',
  'sign-out': 'ログアウト',
  'sign-out-others': 'ほかをすべてログアウト',
  'sign-out-all': 'すべてログアウト',
  'signed-out-toast_one': '{{count}}台の端末をログアウトしました',
  'signed-out-toast_other': '{{count}}台の端末をログアウトしました',
}
