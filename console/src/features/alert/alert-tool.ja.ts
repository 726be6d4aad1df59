/** Texts of the alert pages that come with what is opened: kept filters, the verdict's reasons, Japanese. */
import type { AlertToolTexts } from './alert-tool.en.ts'

export const alertToolJa: AlertToolTexts = {
  'saved-filters': '保存したフィルター',
  'no-saved-filters': '保存したフィルターはありません',
  maximum: '保存できるフィルターは5件までです',
  'cameras-not-available': '現在のユニットでは表示できないカメラがあります',
  'keep-filter': 'この条件を保存',
  'keep-nothing': '先に一覧の上で条件を選択してください。',
  'keep-without-dates': '指定した日時は保存されません。',
  'filter-name': '名前',
  'name-required': '名前を入力してください',
  'name-taken': '同じ名前のフィルターがすでにあります。',
  'filter-deleted': 'フィルターを削除しました',
  'default-on': '既定にする(一覧を開いたときに適用されます)',
  'default-off': '既定のフィルターです。押すと既定を解除します。',
  'default-of': '既定: {{name}}',
  rename: '名前を変更',
  'rename-of': '{{name}}の名前を変更',
  'delete-of': '{{name}}を削除',
}
