/** Texts of the parts in ui/, Japanese. */
import type { UiTexts } from './ui.en.ts'

export const uiJa: UiTexts = {
  retry: 'もう一度試す',
  'load-failed': '読み込めませんでした',
  'refresh-failed': '更新できませんでした。表示中のデータは最新ではありません。',
  loading: '読み込み中',
  'no-matches': '該当する結果がありません',
  'no-matches-help': 'この条件に一致するものはありません。',
  'clear-filters': '条件を解除',
  clear: '{{name}}を解除',
  'rows-per-page': '1ページの件数',
  range: '{{from}}–{{to}} / 全{{total}}件',
  'next-page': '次のページ',
  'previous-page': '前のページ',
  'unsaved-changes': '保存していない変更があります。',
  save: '保存',
  discard: '破棄',
  cancel: 'キャンセル',
  back: '戻る',
  close: '閉じる',
  undo: '元に戻す',
  'type-to-confirm': '確認のため「{{name}}」と入力してください',
  'connection-lost': '接続が切れています。表示は{{time}}時点のデータです。再接続しています…',
  'crash-title': 'このページで問題が発生しました',
  'crash-help': 'ほかのページは引き続きご利用いただけます。もう一度試すか、別のページを選んでください。',
}
