/** Texts of notes on an alert, English. */
export const alertNoteEn = {
  title: 'Note or ask a colleague',
  help: 'A note stays in the timeline, with your name and the time. It cannot be changed.',
  text: 'Note',
  colleagues: 'Ask colleagues',
  'colleagues-help': 'They are notified. Only people who may see this alert are listed.',
  'on-duty': 'on duty',
  'choose-on-duty': 'Everybody on duty',
  'none-on-duty': 'No shift of a colleague runs now.',
  nobody: 'No colleague may see this alert.',
  writer: 'Written by',
  save: 'Add the note',
  ask: 'Ask and notify',
  saved: 'The note was added.',
  asked: 'Being notified: {{names}}. The timeline shows whom it reached.',
}
export type AlertNoteTexts = Record<keyof typeof alertNoteEn, string>
