/** Texts of notes on an alert, Japanese. */
import type { AlertNoteTexts } from './alert-note.en.ts'

export const alertNoteJa: AlertNoteTexts = {
  title: 'メモ・職員に連絡',
  help: 'メモは、記入者の名前と時刻とともに経過に残ります。あとから変更はできません。',
  text: 'メモ',
  colleagues: '連絡する職員',
  'colleagues-help': '選んだ職員に通知します。このアラートを見られる職員だけが表示されます。',
  'on-duty': '勤務中',
  'choose-on-duty': '勤務中の全員',
  'none-on-duty': 'いま勤務中の職員はいません。',
  nobody: 'このアラートを見られる職員がほかにいません。',
  writer: '記入者',
  save: 'メモを追加',
  ask: '連絡する',
  saved: 'メモを追加しました。',
  asked: '{{names}}に通知しています。届いたかどうかは経過で確認できます。',
}
