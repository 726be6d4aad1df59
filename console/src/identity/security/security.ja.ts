/** Texts of the address ranges of a site, Japanese. */
import type { SecurityTexts } from './security.en.ts'

export const securityJa: SecurityTexts = {
  title: 'IPアドレス範囲',
  help: 'この施設のユーザーは、ここに登録したネットワークからのみ利用できます。ハブとシステム運営者には適用されません。',
  ranges: 'IPアドレス範囲',
  range: 'IPアドレス範囲',
  placeholder: '203.0.113.0/24',
  add: '追加',
  'add-own': '現在のアドレスを追加',
  remove: '{{range}} を削除',
  none: '範囲が登録されていないため、どこからでも利用できます。',
  'own-address': '現在お使いのアドレスは {{address}} です。',
  edited: '最終更新: {{name}}、{{time}}',
  'saved-toast': '変更を保存しました。',
  'range-invalid': 'IPアドレス範囲が正しくありません',
  'range-there': 'この範囲はすでに登録されています',
  'range-help':
    'CIDR形式(IPv4・IPv6)で入力します。例: 203.0.113.0/24、2001:db8::/32。単独のアドレスは末尾に /32 または /128 を付けます。',
  'confirm-title': 'ご自身が利用できなくなります',
  'confirm-text':
    '現在お使いのアドレス {{address}} は、どの範囲にも含まれていません。保存すると、登録したネットワークからしか利用できなくなります。',
  'confirm-verb': 'このまま保存',
}
