/** Texts of the parts of forms, Japanese. */
import type { FormTexts } from './form.en.ts'

export const formJa: FormTexts = {
  'leave-title': '保存せずに移動しますか？',
  'leave-text': '変更内容はまだ保存されていません。',
  leave: '移動する',
  stay: 'とどまる',
  reload: '再読み込み',
  'tab-has-faults': '入力に誤りがあります',
  'type-to-find': '入力して検索',
  'nothing-found': '該当する結果がありません',
  copy: 'コピー',
  copied: 'コピーしました',
  'copy-failed': 'コピーできませんでした。文字を選択してコピーしてください。',
  'shown-once': '表示されるのは今回だけです。今すぐコピーして、安全な場所に保管してください。',
  'unsaved-changes': '保存していない変更があります。',
  discard: '破棄',
  'fault-required': 'この項目は必須です',
  'fault-too-long': '{{limit}}文字以内で入力してください。',
  'fault-too-short': '{{limit}}文字以上で入力してください。',
  'fault-too-many': '{{limit}}件までです。',
  'fault-too-few': '{{limit}}件以上必要です。',
  'fault-too-large': '{{limit}}以下にしてください。',
  'fault-too-small': '{{limit}}以上にしてください。',
  'fault-beyond': '値が長すぎるか、大きすぎます。',
  'fault-below': '値が短すぎるか、小さすぎます。',
}
