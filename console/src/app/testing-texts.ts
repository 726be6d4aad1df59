/** All texts of the console in one place, for tests: pages load them in parts. */
import { alertToolEn } from '../features/alert/alert-tool.en.ts'
import { alertToolJa } from '../features/alert/alert-tool.ja.ts'
import { liveTextsEn } from '../features/live/live-texts.en.ts'
import { liveTextsJa } from '../features/live/live-texts.ja.ts'
import { measurementEn } from '../features/measurement/measurement.en.ts'
import { measurementJa } from '../features/measurement/measurement.ja.ts'
import { notificationEn } from '../features/notification/notification.en.ts'
import { notificationJa } from '../features/notification/notification.ja.ts'
import { reportEn } from '../features/report/report.en.ts'
import { reportJa } from '../features/report/report.ja.ts'
import { accountEn } from '../features/session/account.en.ts'
import { accountJa } from '../features/session/account.ja.ts'
import { sessionEn } from '../features/session/session.en.ts'
import { sessionJa } from '../features/session/session.ja.ts'
import { en } from './texts.en.ts'
import { ja } from './texts.ja.ts'
import { checkInEn } from './texts-check-in.en.ts'
import { checkInJa } from './texts-check-in.ja.ts'
import { managementEn } from './texts-management.en.ts'
import { managementJa } from './texts-management.ja.ts'

export type Texts = Record<string, Record<string, string>>
export const english = joined(en, managementEn, liveTextsEn, checkInEn, {
  'alert-tool': alertToolEn,
  measurement: measurementEn,
  notification: notificationEn,
  session: sessionEn,
  account: accountEn,
  report: reportEn,
})
export const japanese = joined(ja, managementJa, liveTextsJa, checkInJa, {
  'alert-tool': alertToolJa,
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
