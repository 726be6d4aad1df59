/** All texts of the console in one place, for tests: pages load them in parts. */
import { alarmEn } from '../alerting/alarm/alarm.en.ts'
import { alarmJa } from '../alerting/alarm/alarm.ja.ts'
import { alertNoteEn } from '../alerting/alarm/note/alert-note.en.ts'
import { alertNoteJa } from '../alerting/alarm/note/alert-note.ja.ts'
import { alertToolEn } from '../alerting/alert/alert-tool.en.ts'
import { alertToolJa } from '../alerting/alert/alert-tool.ja.ts'
import { notificationEn } from '../alerting/notification/notification.en.ts'
import { notificationJa } from '../alerting/notification/notification.ja.ts'
import { reportEn } from '../care/report/report.en.ts'
import { reportJa } from '../care/report/report.ja.ts'
import { liveTextsEn } from '../footage/live/live-texts.en.ts'
import { liveTextsJa } from '../footage/live/live-texts.ja.ts'
import { accountEn } from '../identity/session/public/account.en.ts'
import { accountJa } from '../identity/session/public/account.ja.ts'
import { sessionEn } from '../identity/session/session.en.ts'
import { sessionJa } from '../identity/session/session.ja.ts'
import { measurementEn } from '../insight/measurement/measurement.en.ts'
import { measurementJa } from '../insight/measurement/measurement.ja.ts'
import { en } from './texts/texts.en.ts'
import { ja } from './texts/texts.ja.ts'
import { checkInEn } from './texts/texts-check-in.en.ts'
import { checkInJa } from './texts/texts-check-in.ja.ts'
import { managementEn } from './texts/texts-management.en.ts'
import { managementJa } from './texts/texts-management.ja.ts'

export type Texts = Record<string, Record<string, string>>
export const english = joined(en, managementEn, liveTextsEn, checkInEn, {
  alarm: alarmEn,
  'alert-tool': alertToolEn,
  'alert-note': alertNoteEn,
  measurement: measurementEn,
  notification: notificationEn,
  session: sessionEn,
  account: accountEn,
  report: reportEn,
})
export const japanese = joined(ja, managementJa, liveTextsJa, checkInJa, {
  alarm: alarmJa,
  'alert-tool': alertToolJa,
  'alert-note': alertNoteJa,
  measurement: measurementJa,
  notification: notificationJa,
  session: sessionJa,
  account: accountJa,
  report: reportJa,
})

/** A namespace may come in two parts: what the shell needs of it, and the rest. */
function joined(...parts: Texts[]): Texts {
  const whole: Texts = {}
  for (const [namespace, texts] of parts.flatMap((part) => Object.entries(part))) {
    whole[namespace] = { ...whole[namespace], ...texts }
  }
  return whole
}
